import { createFileRoute, redirect } from '@tanstack/react-router';
import { startPagePreference } from '@/app/start-page';

export const Route = createFileRoute('/')({
  beforeLoad: () => {
    throw redirect({ to: startPagePreference.get(), replace: true });
  },
});
