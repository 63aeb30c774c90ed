import { ProgressBar } from '@/ui/feedback/progress-bar';
import type { Import } from './api';
import { shareDone } from './progress';
import { StepCard } from './step-card';
import { runStrings as s } from './strings';

/** How far the server is. It goes on without this page. */
export function ProgressCard({ imported }: { imported: Import }) {
  const { status, done, total } = imported;
  const share = shareDone(imported);
  const title = s.titles[status === 'checking' || status === 'applying' || status === 'undoing' ? status : 'queued'];
  return (
    <StepCard title={title}>
      <div className="stack-3 px-4 pt-1 pb-6">
        <ProgressBar label={s.bar} share={share} />
        <p className="num text-sm text-ink-2">
          {status === 'queued' ? s.queuedText : share === null ? s.seen(done) : s.done(done, total)}
        </p>
        <p role="status" className="text-sm text-ink-2">
          {title}. {s.leave}
        </p>
      </div>
    </StepCard>
  );
}
