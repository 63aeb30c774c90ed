import { ApiError } from '@/lib/api-error';
import { strings } from './strings';

const s = strings.errors;

/** Statuses whose sentence the server writes for the person: not allowed, and too many attempts. */
export function isForPeople(error: ApiError): boolean {
  return (error.status === 403 || error.status === 429) && error.detail !== '';
}

export function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : '';
}

/** What signing in and registering have in common when the server gives no usable answer. */
function serverText(error: ApiError): string {
  if (error.kind === 'timeout') return s.timeout;
  if (error.kind === 'network') return s.network;
  if (error.status === 0) return s.unreachableUrl;
  if (error.status === 500) return s.internal;
  if (isForPeople(error)) return error.detail;
  return s.otherStatus(error.status, error.detail || s.noText);
}

export function loginErrorText(error: unknown): string {
  if (!(error instanceof ApiError)) return s.login(messageOf(error) || s.unknown);
  if (error.status === 401) return s.badCredentials;
  if (error.status === 400) return s.badRequest(error.detail || s.badLogin);
  return serverText(error);
}

export function registerErrorText(error: unknown): string {
  if (!(error instanceof ApiError)) return messageOf(error) || s.register;
  if (error.status === 409) return s.usernameTaken;
  if (error.status === 400) return error.detail || s.validationWithoutDetail;
  return serverText(error);
}

export function recoveryErrorText(error: unknown): string {
  return error instanceof ApiError && isForPeople(error) ? error.detail : s.recoveryScreen;
}
