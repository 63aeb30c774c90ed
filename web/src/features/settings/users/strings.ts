import { formatInteger } from '@/lib/format';

export const strings = {
  users: 'Usuarios y roles',
  usersLabel: 'Usuarios del negocio',
  usersError: 'No se pudieron cargar los usuarios',
  searchUsers: 'Buscar por nombre, usuario o email…',
  noUsersTitle: 'Ningún usuario coincide con la búsqueda',
  noUsersText: 'Prueba con otro nombre, usuario o email.',
  username: 'Usuario',
  name: 'Nombre',
  role: 'Rol',
  state: 'Estado',
  lastLogin: 'Último acceso',
  never: 'Nunca',
  actions: 'Acciones',
  you: 'tú',
  states: { active: 'Activo', pending: 'Pendiente', inactive: 'Inactivo' },
  roleOf: (name: string) => `Rol de ${name}`,
  approve: 'Aprobar',
  activate: 'Activar',
  deactivate: 'Desactivar…',
  deactivateTitle: (name: string) => `¿Desactivar la cuenta de «${name}»?`,
  deactivateBody: 'Se cerrarán sus sesiones y no podrá entrar hasta que la actives de nuevo.',
  deactivateConfirm: 'Desactivar',
  deactivating: 'Desactivando…',
  roleChanged: (name: string, role: string) => `${name} es ahora ${role}`,
  mustSignInAgain: 'Sus sesiones se han cerrado: tiene que iniciar sesión de nuevo.',
  approved: (name: string) => `La cuenta de ${name} está activa`,
  deactivated: (name: string) => `La cuenta de ${name} está desactivada`,
  userError: 'No se pudo cambiar el usuario',
  usersCount: (count: number, capped: boolean) => {
    if (capped) return `más de ${formatInteger(count)} usuarios`;
    return count === 1 ? '1 usuario' : `${formatInteger(count)} usuarios`;
  },
};
