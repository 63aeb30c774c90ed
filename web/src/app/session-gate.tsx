import { Navigate, useRouter } from '@tanstack/react-router';
import { type ReactNode, useEffect } from 'react';
import { forgetReturnPath, rememberReturnPath, returnPath, useSession } from '@/lib/session';
import { Spinner } from '@/ui/feedback/spinner';
import { gateStrings } from './gate-strings';
import { startPagePreference } from './start-page';

export function CheckingSession() {
  return (
    <main className="grid min-h-dvh place-items-center p-6">
      <p role="status" className="flex flex-col items-center gap-3 text-ink-2">
        <Spinner className="size-6 text-accent" />
        {gateStrings.checking}
      </p>
    </main>
  );
}

/** The guarded part: waits for the check, then shows what it guards or sends to the sign-in screen. */
export function RequireSession({ children }: { children: ReactNode }) {
  const session = useSession();
  if (session.status === 'checking') return <CheckingSession />;
  if (session.status === 'signedOut') return <ToSignIn onPurpose={session.why === 'left'} />;
  // Another person begins with screens of their own: none keeps what the last one typed or saw.
  return <Arrived key={session.user.idUser}>{children}</Arrived>;
}

/** A user who is already signed in has nothing to do on the sign-in screen. */
export function RequireSignedOut({ children }: { children: ReactNode }) {
  const { status } = useSession();
  if (status === 'checking') return <CheckingSession />;
  if (status === 'signedIn') return <Navigate to={returnPath() ?? startPagePreference.get()} replace />;
  return children;
}

function ToSignIn({ onPurpose }: { onPurpose: boolean }) {
  const router = useRouter();
  const here = router.state.location.href;
  useEffect(() => {
    if (!onPurpose) rememberReturnPath(here);
  }, [here, onPurpose]);
  return <Navigate to="/login" replace />;
}

function Arrived({ children }: { children: ReactNode }) {
  useEffect(forgetReturnPath, []);
  return children;
}
