import { ApiError } from '@/lib/api-error';
import { strings } from './strings';

const s = strings.errors;

/** Statuses whose sentence the server writes for the person: not allowed, and too many attempts. */
function isForPeople(error: ApiError): boolean {
  return (error.status === 403 || error.status === 429) && error.detail !== '';
}

function messageOf(error: unknown): string {
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

/** Why there is no session to work with: none was opened, it came to its end, or extending it failed. */
export type SessionProblem = 'missing' | 'expired' | 'refreshFailed';

const sessionTexts: Record<SessionProblem, string> = {
  missing: s.noSession,
  expired: s.sessionExpired,
  refreshFailed: s.refresh,
};

export function sessionProblemText(problem: SessionProblem): string {
  return sessionTexts[problem];
}

export function recoveryErrorText(error: unknown): string {
  return error instanceof ApiError && isForPeople(error) ? error.detail : s.recoveryScreen;
}

/** The answers that reading and saving a profile share; null when the call has a sentence of its own. */
function profileText(error: ApiError): string | null {
  if (isForPeople(error)) return error.detail;
  switch (error.status) {
    case 0:
      return s.unreachableUrl;
    case 401:
      return s.unauthorized;
    case 404:
      return s.profileNotFound;
    case 500:
      return s.internalStop;
    default:
      return null;
  }
}

function detailOf(error: unknown): string {
  if (error instanceof ApiError) return error.detail || s.unknown;
  return messageOf(error) || s.unknown;
}

export function profileLoadErrorText(error: unknown): string {
  const known = error instanceof ApiError ? profileText(error) : null;
  return known ?? s.profileLoad(detailOf(error));
}

export function profileSaveErrorText(error: unknown): string {
  if (error instanceof ApiError && error.status === 400) return s.profileInvalid(detailOf(error));
  const known = error instanceof ApiError ? profileText(error) : null;
  return known ?? s.profileSave(detailOf(error));
}

export function passwordChangeErrorText(error: unknown): string {
  if (!(error instanceof ApiError)) return s.passwordScreen;
  if (isForPeople(error)) return error.detail;
  switch (error.status) {
    case 0:
      return s.unreachable;
    case 400:
      return s.passwordInvalid(detailOf(error));
    case 401:
      return s.currentPassword;
    case 500:
      return s.internalStop;
    default:
      return s.passwordChange(detailOf(error));
  }
}
