import { Link, useLocation } from '@tanstack/react-router';
import { useState } from 'react';
import { checkSession, rememberReturnPath, useSession } from '@/lib/session';
import { useHeadingFocus } from '@/lib/use-heading-focus';
import { Notice } from '@/ui/feedback/states';
import { Button } from '@/ui/form/button';
import { ButtonLink } from '@/ui/form/button-link';
import { changePassword, resetPassword } from './api';
import { AuthLayout, textLinkClass } from './auth-layout';
import { passwordChangeStrings } from './password-change-strings';
import { PasswordForm } from './password-form';
import { type SessionProblem, sessionProblemText } from './profile-errors';
import { SuccessIcon } from './success-icon';

const s = passwordChangeStrings;

/** The token travels in the fragment, which browsers send to no server. */
export function tokenIn(hash: string): string | null {
  return new URLSearchParams(hash.replace(/^#/, '')).get('token') || null;
}

/** Three ways in: with the link of an e-mail, signed in with the current password, or with neither. */
export function PasswordChangePage() {
  const token = tokenIn(useLocation({ select: (location) => location.hash }));
  const session = useSession();
  const [startedSignedIn] = useState(session.status !== 'signedOut');
  const [done, setDone] = useState<'no' | 'signedIn' | 'byLink'>('no');
  useHeadingFocus(done !== 'no');

  if (done !== 'no') return <PasswordChanged byLink={done === 'byLink'} onAnother={() => setDone('no')} />;
  if (token !== null) return <ByLink key={token} token={token} onDone={() => setDone('byLink')} />;
  if (session.status === 'signedOut') return <NobodyKnown problem={startedSignedIn ? 'expired' : 'missing'} />;
  return <SignedIn username={session.user.username} onDone={() => setDone('signedIn')} />;
}

function SignedIn({ username, onDone }: { username: string; onDone: () => void }) {
  return (
    <AuthLayout title={s.title} subtitle={s.subtitle}>
      <PasswordForm mode="signedIn" username={username} send={changePassword} onDone={onDone} />
      <p className="mt-6 text-center">
        <Link to="/profile" className={textLinkClass}>
          {s.toProfile}
        </Link>
      </p>
    </AuthLayout>
  );
}

function ByLink({ token, onDone }: { token: string; onDone: () => void }) {
  function finish() {
    onDone();
    // Every session of the account has ended; if this browser's was one of them, the page must know.
    void checkSession();
  }
  return (
    <AuthLayout title={s.linkTitle} subtitle={s.linkSubtitle}>
      <PasswordForm
        mode="byLink"
        send={({ newPassword, confirmPassword }) => resetPassword({ token, newPassword, confirmPassword })}
        onDone={finish}
      />
      <p className="mt-6 text-center">
        <Link to="/password-recovery" className={textLinkClass}>
          {s.newLink}
        </Link>
      </p>
    </AuthLayout>
  );
}

/** The used link is of no use again, so from there another password starts with another link. */
function PasswordChanged({ byLink, onAnother }: { byLink: boolean; onAnother: () => void }) {
  return (
    <AuthLayout icon={<SuccessIcon />} title={s.doneTitle}>
      <p className="text-ink-2">{byLink ? s.doneByLink : s.done}</p>
      <div className="mt-8 stack-3">
        <ButtonLink to="/dashboard" variant="primary" size="lg" className="w-full">
          {s.toDashboard}
        </ButtonLink>
        {byLink ? (
          <ButtonLink to="/password-recovery" size="lg" className="w-full">
            {s.another}
          </ButtonLink>
        ) : (
          <Button size="lg" className="w-full" onClick={onAnother}>
            {s.another}
          </Button>
        )}
      </div>
    </AuthLayout>
  );
}

function NobodyKnown({ problem }: { problem: SessionProblem }) {
  return (
    <AuthLayout title={s.title} subtitle={s.nobodyText}>
      <Notice tone="low" className="mb-6">
        {sessionProblemText(problem)}
      </Notice>
      <div className="stack-3">
        <ButtonLink
          to="/login"
          variant="primary"
          size="lg"
          className="w-full"
          onClick={() => rememberReturnPath('/password-change')}
        >
          {s.toLogin}
        </ButtonLink>
        <ButtonLink to="/password-recovery" size="lg" className="w-full">
          {s.recover}
        </ButtonLink>
      </div>
    </AuthLayout>
  );
}
