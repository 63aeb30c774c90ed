import * as z from 'zod/mini';
import { strings } from './strings';

const s = strings.invalid;
const passwordMin = 8;

/** Spaces are no answer, but they are kept: a password may begin with one. */
function required(message: string) {
  return z.string().check(z.refine((text) => text.trim() !== '', message));
}

/** Characters as people count them; the server counts the same way. */
function longEnough(password: string): boolean {
  return Array.from(password).length >= passwordMin;
}

/** Loose on purpose: only a message that arrives proves an address. */
const emailForm = /^[^\s@]+@[^\s@]+\.[^\s@]+$/;

const email = z.string().check(
  z.refine((text) => text.trim() !== '', s.email),
  z.refine((text) => emailForm.test(text.trim()), s.emailForm),
);

const names = {
  firstName: required(s.firstName),
  middleName: z.string(),
  lastName: required(s.lastName),
  secondLastName: z.string(),
};

export const registerSchema = z
  .object({
    ...names,
    username: required(s.username),
    dni: required(s.dni),
    email,
    password: z.string().check(
      z.refine((text) => text.trim() !== '', s.password),
      z.refine(longEnough, s.passwordTooShort),
    ),
    confirmPassword: required(s.confirmPassword),
  })
  .check(
    z.refine(({ password, confirmPassword }) => password === confirmPassword, {
      path: ['confirmPassword'],
      error: s.passwordsDiffer,
    }),
  );

export const recoverySchema = z.object({ email });

export const profileSchema = z.object({ ...names, email });

const newPassword = z.string().check(
  z.refine((text) => text !== '', s.allRequired),
  z.refine(longEnough, s.newPasswordTooShort),
);

const confirmPassword = z.string().check(z.refine((text) => text !== '', s.allRequired));

const newPasswordsMatch = z.refine<{ newPassword: string; confirmPassword: string }>(
  (values) => values.newPassword === values.confirmPassword,
  { path: ['confirmPassword'], error: s.newPasswordsDiffer },
);

/** By link there is no current password: the link itself says who is asking. */
export const linkPasswordSchema = z
  .object({ currentPassword: z.string(), newPassword, confirmPassword })
  .check(newPasswordsMatch);

export const passwordSchema = z
  .object({
    currentPassword: z.string().check(z.refine((text) => text !== '', s.allRequired)),
    newPassword,
    confirmPassword,
  })
  .check(
    newPasswordsMatch,
    z.refine((values) => values.newPassword !== values.currentPassword, {
      path: ['newPassword'],
      error: s.newPasswordSame,
    }),
  );

export type RegisterValues = z.infer<typeof registerSchema>;
export type RecoveryValues = z.infer<typeof recoverySchema>;
export type ProfileValues = z.infer<typeof profileSchema>;
export type PasswordValues = z.infer<typeof passwordSchema>;
