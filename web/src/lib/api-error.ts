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

/** Reads an error answer: `{"detail": …}`, or messages by field on a 400. */
export function apiErrorFrom(status: number, body: unknown, retryAfter: string | null = null): ApiError {
  const retryAfterSeconds = retryAfter === null ? undefined : Number(retryAfter) || undefined;
  if (!isRecord(body)) return new ApiError({ kind: 'http', status, retryAfterSeconds });
  if (typeof body.detail === 'string') {
    return new ApiError({ kind: 'http', status, detail: body.detail, retryAfterSeconds });
  }
  const fields = fieldErrors(body);
  const isFields = status === 400 && Object.keys(fields).length > 0;
  return new ApiError({ kind: isFields ? 'fields' : 'http', status, fields, retryAfterSeconds });
}

function fieldErrors(body: Record<string, unknown>): FieldErrors {
  const fields: FieldErrors = {};
  for (const [field, messages] of Object.entries(body)) {
    const texts = (Array.isArray(messages) ? messages : [messages]).filter(
      (text) => typeof text === 'string',
    );
    if (texts.length > 0) fields[field] = texts;
  }
  return fields;
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
