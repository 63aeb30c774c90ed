import { Link } from '@tanstack/react-router';
import { ChevronRight, KeyRound } from 'lucide-react';
import { Card, CardHeader } from '@/ui/layout/card';
import { profileStrings } from './profile-strings';

const s = profileStrings;

export function QuickActionsCard() {
  return (
    <Card aria-labelledby="quick-actions">
      <CardHeader id="quick-actions" title={s.quickActions} />
      <div className="px-2 pb-2">
        <Link
          to="/password-change"
          className="flex items-center gap-3 rounded-md p-2 transition-colors duration-100 hover:bg-surface-2"
        >
          <span className="grid size-9 shrink-0 place-items-center rounded-md bg-accent-soft text-accent">
            <KeyRound aria-hidden className="size-4.5" strokeWidth={1.75} />
          </span>
          <span className="min-w-0 flex-1">
            <span className="block font-medium">{s.changePassword}</span>
            <span className="block text-sm text-ink-2">{s.changePasswordText}</span>
          </span>
          <ChevronRight aria-hidden className="size-4 shrink-0 text-ink-3" />
        </Link>
      </div>
    </Card>
  );
}
