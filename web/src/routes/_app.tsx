import { createFileRoute } from '@tanstack/react-router';
import { RequireSession } from '@/app/session-gate';
import { Shell } from '@/app/shell';

export const Route = createFileRoute('/_app')({
  component: () => (
    <RequireSession>
      <Shell />
    </RequireSession>
  ),
});
