import { useQuery } from '@tanstack/react-query';
import { businessQuery } from '@/lib/business';
import { useSession } from '@/lib/session';
import { ButtonLink } from '@/ui/form/button-link';
import { AuthLayout, Divider } from './auth-layout';
import { LoginForm } from './login-form';
import { strings } from './strings';

const s = strings.login;

export function LoginPage() {
  const { data: business } = useQuery(businessQuery);
  const session = useSession();
  const hasExpired = session.status === 'signedOut' && session.why === 'expired';
  return (
    <AuthLayout title={s.title} subtitle={s.subtitle}>
      {hasExpired ? (
        <p role="status" className="mb-5 rounded-md bg-info-bg px-3 py-2.5 text-sm text-info-fg">
          {s.sessionExpired}
        </p>
      ) : null}
      <LoginForm demo={business?.demo ?? null}>
        <Divider>{business?.firstAccount ? s.owner : s.noAccount}</Divider>
        {business?.registration === 'closed' && !business.firstAccount ? (
          <p className="text-center text-sm text-ink-2">{s.closed}</p>
        ) : (
          <ButtonLink to="/register" size="lg" className="w-full">
            {business?.firstAccount ? s.createOwner : s.createAccount}
          </ButtonLink>
        )}
      </LoginForm>
    </AuthLayout>
  );
}
