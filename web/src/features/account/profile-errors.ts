import { ApiError } from '@/lib/api-error';
import { isForPeople, messageOf } from './errors';
import { profileErrorStrings as p } from './profile-strings';
import { strings } from './strings';

const s = strings.errors;

/** Why there is no session to work with: none was opened, it came to its end, or extending it failed. */
export type SessionProblem = 'missing' | 'expired' | 'refreshFailed';

const sessionTexts: Record<SessionProblem, string> = {
  missing: p.noSession,
  expired: p.sessionExpired,
  refreshFailed: p.refresh,
};

export function sessionProblemText(problem: SessionProblem): string {
  return sessionTexts[problem];
}

/** The answers that reading and saving a profile share; null when the call has a sentence of its own. */
function profileText(error: ApiError): string | null {
  if (isForPeople(error)) return error.detail;
  switch (error.status) {
    case 0:
      return s.unreachableUrl;
    case 401:
      return p.unauthorized;
    case 404:
      return p.profileNotFound;
    case 500:
      return p.internalStop;
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
  return known ?? p.profileLoad(detailOf(error));
}

export function profileSaveErrorText(error: unknown): string {
  if (error instanceof ApiError && error.status === 400) return p.profileInvalid(detailOf(error));
  const known = error instanceof ApiError ? profileText(error) : null;
  return known ?? p.profileSave(detailOf(error));
}

export function passwordChangeErrorText(error: unknown): string {
  if (!(error instanceof ApiError)) return p.passwordScreen;
  if (isForPeople(error)) return error.detail;
  switch (error.status) {
    case 0:
      return s.unreachable;
    case 400:
      return p.passwordInvalid(detailOf(error));
    case 401:
      return p.currentPassword;
    case 500:
      return p.internalStop;
    default:
      return p.passwordChange(detailOf(error));
  }
}
