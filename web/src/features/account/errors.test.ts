import { describe, expect, test } from 'vitest';
import { ApiError } from '@/lib/api-error';
import { loginErrorText, recoveryErrorText, registerErrorText } from './errors';
import {
  passwordChangeErrorText,
  profileLoadErrorText,
  profileSaveErrorText,
  sessionProblemText,
} from './profile-errors';

function http(status: number, detail = ''): ApiError {
  return new ApiError({ kind: 'http', status, detail });
}

const timeout = new ApiError({ kind: 'timeout' });
const network = new ApiError({ kind: 'network' });
const closed = http(403, 'El registro está cerrado.');
const tooMany = http(429, 'Demasiados intentos. Espera un minuto y vuelve a probar.');

type Row = { name: string; error: unknown; text: string };

describe('signing in', () => {
  test.each<Row>([
    {
      name: 'no answer in time',
      error: timeout,
      text: 'El servidor no responde. Por favor, verifica que el backend esté funcionando o intenta más tarde.',
    },
    {
      name: 'no connection',
      error: network,
      text: 'No se puede conectar con el servidor. Verifica tu conexión a internet.',
    },
    { name: 'wrong password', error: http(401, 'No'), text: 'Credenciales inválidas' },
    { name: '400 with a reason', error: http(400, 'Falta algo'), text: 'Error 400: Falta algo' },
    { name: '400 without', error: http(400), text: 'Error 400: Datos de login inválidos' },
    { name: 'inactive account', error: closed, text: 'El registro está cerrado.' },
    {
      name: 'too many attempts',
      error: tooMany,
      text: 'Demasiados intentos. Espera un minuto y vuelve a probar.',
    },
    { name: '500', error: http(500, 'secreto'), text: 'Error interno del servidor' },
    {
      name: 'status 0',
      error: http(0),
      text: 'No se puede conectar con el servidor. Verifica la URL del backend.',
    },
    { name: 'another status', error: http(503, 'Ocupado'), text: 'Error del servidor: 503 - Ocupado' },
    { name: 'another without text', error: http(502), text: 'Error del servidor: 502 - Sin más detalles' },
    { name: 'no error of ours', error: new Error('vaya'), text: 'Error en el login: vaya' },
    { name: 'nothing known', error: undefined, text: 'Error en el login: Error desconocido' },
  ])('$name', ({ error, text }) => expect(loginErrorText(error)).toBe(text));
});

describe('registering', () => {
  test.each<Row>([
    { name: 'taken username', error: http(409), text: 'El usuario ya existe' },
    {
      name: 'validation without fields',
      error: http(400),
      text: 'Error de validación sin detalles específicos',
    },
    { name: '400 with a reason', error: http(400, 'Cuerpo ilegible'), text: 'Cuerpo ilegible' },
    { name: 'closed', error: closed, text: 'El registro está cerrado.' },
    { name: '500', error: http(500), text: 'Error interno del servidor' },
    {
      name: 'status 0',
      error: http(0),
      text: 'No se puede conectar con el servidor. Verifica la URL del backend.',
    },
    { name: 'another status', error: http(413, 'Grande'), text: 'Error del servidor: 413 - Grande' },
    { name: 'a plain error', error: new Error('vaya'), text: 'vaya' },
    { name: 'nothing known', error: undefined, text: 'Error en el registro' },
  ])('$name', ({ error, text }) => expect(registerErrorText(error)).toBe(text));
});

test.each([
  ['missing', 'No hay sesión activa'],
  ['expired', 'Sesión expirada'],
  ['refreshFailed', 'Error al refrescar sesión'],
] as const)('a session that is %s', (problem, text) => expect(sessionProblemText(problem)).toBe(text));

describe('asking for a recovery link', () => {
  test.each<Row>([
    {
      name: 'any failure',
      error: network,
      text: 'Error al enviar el correo de recuperación. Inténtalo de nuevo.',
    },
    {
      name: 'too many attempts',
      error: tooMany,
      text: 'Demasiados intentos. Espera un minuto y vuelve a probar.',
    },
  ])('$name', ({ error, text }) => expect(recoveryErrorText(error)).toBe(text));
});

const sharedProfileRows: Row[] = [
  { name: '401', error: http(401), text: 'No autorizado. Inicia sesión nuevamente.' },
  {
    name: '404',
    error: http(404),
    text: 'Perfil no encontrado. Verifica que el endpoint esté disponible.',
  },
  { name: '500', error: http(500), text: 'Error interno del servidor.' },
  {
    name: 'no answer',
    error: timeout,
    text: 'No se puede conectar con el servidor. Verifica la URL del backend.',
  },
  { name: 'forbidden', error: http(403, 'Sin permiso'), text: 'Sin permiso' },
];

describe('reading the profile', () => {
  test.each<Row>([
    ...sharedProfileRows,
    { name: 'another status', error: http(503, 'Ocupado'), text: 'Error al obtener perfil: Ocupado' },
    { name: 'nothing known', error: undefined, text: 'Error al obtener perfil: Error desconocido' },
  ])('$name', ({ error, text }) => expect(profileLoadErrorText(error)).toBe(text));
});

describe('saving the profile', () => {
  test.each<Row>([
    ...sharedProfileRows,
    { name: '400 without fields', error: http(400, 'Ilegible'), text: 'Datos de perfil inválidos: Ilegible' },
    { name: 'another status', error: http(503), text: 'Error al actualizar perfil: Error desconocido' },
  ])('$name', ({ error, text }) => expect(profileSaveErrorText(error)).toBe(text));
});

describe('changing the password', () => {
  test.each<Row>([
    { name: 'wrong current password', error: http(401), text: 'Contraseña actual incorrecta.' },
    {
      name: '400 without fields',
      error: http(400, 'Ilegible'),
      text: 'Datos de contraseña inválidos: Ilegible',
    },
    { name: '500', error: http(500), text: 'Error interno del servidor.' },
    { name: 'no connection', error: network, text: 'No se puede conectar con el servidor.' },
    {
      name: 'too many attempts',
      error: tooMany,
      text: 'Demasiados intentos. Espera un minuto y vuelve a probar.',
    },
    { name: 'another status', error: http(503, 'Ocupado'), text: 'Error al cambiar contraseña: Ocupado' },
    {
      name: 'no error of ours',
      error: new Error('vaya'),
      text: 'Error al cambiar la contraseña. Inténtalo de nuevo.',
    },
  ])('$name', ({ error, text }) => expect(passwordChangeErrorText(error)).toBe(text));
});
