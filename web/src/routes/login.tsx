import { createFileRoute } from '@tanstack/react-router';
import { RequireSignedOut } from '@/app/session-gate';
import { LoginPage } from '@/features/account/login-page';

export const Route = createFileRoute('/login')({
  component: () => (
    <RequireSignedOut>
      <LoginPage />
    </RequireSignedOut>
  ),
});
