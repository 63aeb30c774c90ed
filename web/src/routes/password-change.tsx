import { createFileRoute } from '@tanstack/react-router';
import { PasswordChangePage } from '@/features/account/password-change-page';

export const Route = createFileRoute('/password-change')({ component: PasswordChangePage });
