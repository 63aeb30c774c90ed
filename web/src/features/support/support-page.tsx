import { useQuery } from '@tanstack/react-query';
import { errorText } from '@/lib/api-error';
import { businessQuery } from '@/lib/business';
import { Skeleton } from '@/ui/feedback/skeleton';
import { ErrorBanner } from '@/ui/feedback/states';
import { Card, CardHeader } from '@/ui/layout/card';
import { Faq } from './faq-card';
import { strings } from './strings';
import { SupportFrame } from './support-frame';

export function SupportPage() {
  return (
    <SupportFrame>
      <div className="grid items-start gap-5 lg:grid-cols-[minmax(0,1fr)_20rem]">
        <Faq />
        <Contact />
      </div>
    </SupportFrame>
  );
}

/** What to do when no answer helps. */
function Contact() {
  const { data: business, error, refetch } = useQuery(businessQuery);
  return (
    <Card aria-labelledby="contact">
      <CardHeader title={strings.contactTitle} id="contact" />
      <div className="stack-3 px-4 pb-4 text-ink-2">
        <p>{strings.contactText}</p>
        {error && !business ? (
          <ErrorBanner title={strings.contactError} text={errorText(error)} onRetry={() => void refetch()} />
        ) : !business ? (
          <Skeleton className="w-3/4" />
        ) : business.supportEmail ? (
          <p className="wrap-anywhere">
            {strings.mailText}{' '}
            <a
              href={`mailto:${business.supportEmail}?subject=${encodeURIComponent(strings.mailSubject)}`}
              className="rounded-sm font-medium text-accent hover:underline"
            >
              {business.supportEmail}
            </a>
          </p>
        ) : null}
      </div>
    </Card>
  );
}
