import { useQuery } from '@tanstack/react-query';
import { businessQuery } from '@/lib/business';
import { Skeleton } from '@/ui/feedback/skeleton';
import { LoadingRegion, Notice } from '@/ui/feedback/states';
import { ButtonLink } from '@/ui/form/button-link';
import { AuthLayout, textLinkClass } from './auth-layout';
import { RegisterForm } from './register-form';
import { registerStrings } from './register-strings';

const s = registerStrings;

export function RegisterPage() {
  const { data: business, isPending } = useQuery(businessQuery);
  if (isPending) return <RegisterLoading />;
  if (business?.firstAccount) return <RegisterOwner />;
  if (business?.registration === 'closed') return <RegisterClosed supportEmail={business.supportEmail} />;
  return (
    <AuthLayout wide title={s.title} subtitle={s.subtitle}>
      {business?.registration === 'approval' ? (
        <Notice tone="info" className="mb-6">
          {s.needsApproval}
        </Notice>
      ) : null}
      <RegisterForm />
    </AuthLayout>
  );
}

/** The first account of all is never a stranger's, whatever holds for those who follow. */
function RegisterOwner() {
  return (
    <AuthLayout wide title={s.ownerTitle} subtitle={s.ownerSubtitle}>
      <RegisterForm />
    </AuthLayout>
  );
}

/** Whether one may register is known in a moment; a form that vanishes would be worse than a short wait. */
function RegisterLoading() {
  return (
    <AuthLayout wide title={s.title} subtitle={s.subtitle}>
      <LoadingRegion label={s.loading} className="grid gap-x-4 gap-y-5 sm:grid-cols-2">
        {Array.from({ length: 8 }, (_, index) => (
          <div key={String(index)}>
            <Skeleton className="mb-2.5 w-24" />
            <Skeleton className="h-10" />
          </div>
        ))}
      </LoadingRegion>
    </AuthLayout>
  );
}

function RegisterClosed({ supportEmail }: { supportEmail: string }) {
  return (
    <AuthLayout title={s.closedTitle} subtitle={s.closedText}>
      {supportEmail === '' ? null : (
        <p className="mb-6 text-ink-2">
          {s.closedContact}{' '}
          <a href={`mailto:${supportEmail}`} className={textLinkClass}>
            {supportEmail}
          </a>
          .
        </p>
      )}
      <ButtonLink to="/login" variant="primary" size="lg" className="w-full">
        {s.toLogin}
      </ButtonLink>
    </AuthLayout>
  );
}
