import { createFileRoute, redirect } from '@tanstack/react-router';
import { startPagePreference } from '@/lib/preferences';

export const Route = createFileRoute('/')({
  beforeLoad: () => {
    throw redirect({ to: startPagePreference.get(), replace: true });
  },
});
