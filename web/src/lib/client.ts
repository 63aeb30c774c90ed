import createClient from 'openapi-fetch';
import { ApiError, apiErrorFrom } from './api-error';
import { reportReachable } from './online';
import type { paths } from './schema';
import { clearSessionOf, sessionToken } from './session-store';

/** The description's paths begin with /api; only the origin is missing. */
const origin = window.location.origin;
const timeoutMs = 10_000;
const slowTimeoutMs = 30_000;
const slowPaths = ['/api/auth/', '/api/dashboard/'];
/** What sends, reads or writes a whole file takes as long as the file is large. */
const fileTimeoutMs = 600_000;
const fileCalls = [
  /^GET .*\/(export|file|pdf)\/$/,
  /^(GET|POST) \/api\/receipts\/\d+\/files\//,
  /^POST \/api\/images\/$/,
  /^POST \/api\/imports\/$/,
  /^POST \/api\/imports\/\d+\/(preview|undo)\/$/,
];

/** A refused sign-in is an answer about the password typed, not about the session held. */
const ownUnauthorized = '/api/auth/login/';

function timeoutFor(method: string, path: string): number {
  if (fileCalls.some((call) => call.test(`${method} ${path}`))) return fileTimeoutMs;
  return slowPaths.some((slow) => path.startsWith(slow)) ? slowTimeoutMs : timeoutMs;
}

/** Sends a request with the session's token and a time limit, and turns silence into an ApiError. */
export async function authorizedFetch(request: Request): Promise<Response> {
  const path = new URL(request.url).pathname;
  const token = sessionToken();
  if (token !== null) request.headers.set('Authorization', `Session ${token}`);
  const timeout = AbortSignal.timeout(timeoutFor(request.method, path));
  const signal = AbortSignal.any([request.signal, timeout]);

  let response: Response;
  try {
    response = await fetch(request, { signal });
  } catch (cause) {
    if (timeout.aborted) {
      reportReachable(false);
      throw new ApiError({ kind: 'timeout' });
    }
    // A caller that cancelled does not want to hear about it as a failure.
    if (request.signal.aborted) throw cause;
    reportReachable(false);
    throw new ApiError({ kind: 'network' });
  }
  reportReachable(true);
  if (response.status === 401 && token !== null && path !== ownUnauthorized) clearSessionOf(token);
  return response;
}

/** The API with the types of its own description. Wrap every call in `answer`. */
export const api = createClient<paths>({ baseUrl: origin, fetch: authorizedFetch });

type Outcome<Data> = { data?: Data; error?: unknown; response: Response };

/** The data of a call, or the ApiError that says why there is none: as the server says it, or else in these words. */
export async function answer<Data>(call: Promise<Outcome<Data>>, otherwise?: string): Promise<Data> {
  return (await answerWithHeaders(call, otherwise)).data;
}

/** As `answer`, for the few callers that also need a header such as the ETag. */
export async function answerWithHeaders<Data>(
  call: Promise<Outcome<Data>>,
  otherwise?: string,
): Promise<{ data: Data; headers: Headers }> {
  const { data, error, response } = await settle(call);
  const { ok, status, headers } = response;
  if (!ok) throw apiErrorFrom({ status, body: error, retryAfter: headers.get('Retry-After') }, otherwise);
  return { data: data as Data, headers };
}

/** An answer that breaks off, or is not what it claims to be, counts as no answer. */
async function settle<Data>(call: Promise<Outcome<Data>>): Promise<Outcome<Data>> {
  try {
    return await call;
  } catch (cause) {
    if (cause instanceof ApiError || isAbort(cause)) throw cause;
    if (cause instanceof DOMException && cause.name === 'TimeoutError') throw new ApiError({ kind: 'timeout' });
    throw new ApiError({ kind: 'network' });
  }
}

function isAbort(cause: unknown): boolean {
  return cause instanceof DOMException && cause.name === 'AbortError';
}
