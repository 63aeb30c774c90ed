import { useQuery } from '@tanstack/react-query';
import { errorText } from '@/lib/api-error';
import { Skeleton } from '@/ui/feedback/skeleton';
import { ErrorState, LoadingRegion } from '@/ui/feedback/states';
import { Card } from '@/ui/layout/card';
import { noticeQuery } from './api';
import { NoticeForm } from './notice-form';
import { noticeStrings as s } from './strings';

export default function NoticesSection() {
  const { data, error, refetch } = useQuery(noticeQuery);
  if (data) return <NoticeForm loaded={data} />;
  if (error) {
    return (
      <Card>
        <ErrorState title={s.loadFailed} text={errorText(error)} onRetry={() => void refetch()} />
      </Card>
    );
  }
  return (
    <LoadingRegion label={s.loading}>
      <Card className="stack-4 p-4">
        {['title', 'out', 'critical', 'low'].map((line) => (
          <Skeleton key={line} className="h-8" />
        ))}
      </Card>
    </LoadingRegion>
  );
}
