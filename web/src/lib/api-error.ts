/** What the server says about each field: `{"email": ["El email no es válido"]}`. */
export type FieldErrors = Record<string, string[]>;

export type ApiErrorKind = 'timeout' | 'network' | 'fields' | 'http';

type ApiErrorInit = {
  kind: ApiErrorKind;
  status?: number;
  detail?: string;
  fields?: FieldErrors;
  retryAfterSeconds?: number | undefined;
};

/** The one error that leaves the client; screens decide by its kind and status, never by its text. */
export class ApiError extends Error {
  readonly kind: ApiErrorKind;
  /** 0 when no answer arrived. */
  readonly status: number;
  /** A sentence of the server for people, or empty. */
  readonly detail: string;
  readonly fields: FieldErrors;
  readonly retryAfterSeconds: number | undefined;

  constructor({ kind, status = 0, detail = '', fields = {}, retryAfterSeconds }: ApiErrorInit) {
    super(detail || `${kind} ${status}`);
    this.name = 'ApiError';
    this.kind = kind;
    this.status = status;
    this.detail = detail;
    this.fields = fields;
    this.retryAfterSeconds = retryAfterSeconds;
  }
}

/** Another user saved first: what one wanted to change is no longer what one saw. */
export function isOvertaken(error: unknown): boolean {
  return error instanceof ApiError && error.status === 412;
}

const timeoutText = 'El servidor no responde. Inténtalo de nuevo más tarde.';
const networkText = 'No se puede conectar con el servidor. Verifica tu conexión a internet.';
const internalText = 'Error interno del servidor';

/** A sentence that can always be shown when a screen has none of its own for this case. */
export function errorText(error: unknown): string {
  if (!(error instanceof ApiError)) return internalText;
  if (error.kind === 'timeout') return timeoutText;
  if (error.kind === 'network') return networkText;
  if (error.detail) return error.detail;
  const firstField = Object.values(error.fields)[0];
  return firstField?.join(', ') ?? internalText;
}

type Refusal = { status: number; body: unknown; retryAfter: string | null };

/**
 * Reads an error answer: `{"detail": …}`, or messages by field on a 400. Where it has neither, as when something
 * before the server answers in its place, `otherwise` stands for what the server did not say.
 */
export function apiErrorFrom({ status, body, retryAfter }: Refusal, otherwise = ''): ApiError {
  const retryAfterSeconds = retryAfter === null ? undefined : Number(retryAfter) || undefined;
  const said = isRecord(body) ? body : {};
  if (typeof said.detail === 'string') {
    return new ApiError({ kind: 'http', status, detail: said.detail, retryAfterSeconds });
  }
  const fields = fieldErrors(said);
  if (status === 400 && Object.keys(fields).length > 0) {
    return new ApiError({ kind: 'fields', status, fields, retryAfterSeconds });
  }
  return new ApiError({ kind: 'http', status, detail: otherwise, fields, retryAfterSeconds });
}

function fieldErrors(body: Record<string, unknown>): FieldErrors {
  const fields: FieldErrors = {};
  for (const [field, messages] of Object.entries(body)) {
    const texts = (Array.isArray(messages) ? messages : [messages]).filter((text) => typeof text === 'string');
    if (texts.length > 0) fields[field] = texts;
  }
  return fields;
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
