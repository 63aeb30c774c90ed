import { createFileRoute } from '@tanstack/react-router';
import { RecoveryPage } from '@/features/account/recovery-page';

export const Route = createFileRoute('/password-recovery')({ component: RecoveryPage });
