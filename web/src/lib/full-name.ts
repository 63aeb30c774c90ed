import type { Profile } from './api-types';

type Names = Pick<Profile, 'username' | 'firstName' | 'middleName' | 'lastName' | 'secondLastName'>;

/** Every name a person has given, or the username when there is none. */
export function fullName(user: Names): string {
  const parts = [user.firstName, user.middleName, user.lastName, user.secondLastName];
  return parts.filter(Boolean).join(' ') || user.username;
}
