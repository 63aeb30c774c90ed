import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { BellOff } from 'lucide-react';
import type { Alert } from '@/features/shared/alert-level';
import { ButtonLink } from '@/ui/form/button-link';
import { DetailPage, detailColumns, idIn } from '@/ui/layout/detail-page';
import { AlertDialogs } from './alert-dialogs';
import { AlertHeader } from './alert-header';
import { alertQuery } from './api';
import { NotesCard } from './notes-card';
import { SituationCard } from './situation-card';
import { StoryCard } from './story-card';
import { detailStrings as s } from './strings';

const route = getRouteApi('/_app/alertas-stock_/$id');

/** Everything known about one alert, at an address of its own. */
export function AlertPage() {
  const id = idIn(route.useParams().id);
  const query = useQuery({ ...alertQuery(id), enabled: id > 0 });
  return (
    <AlertDialogs>
      <DetailPage
        id={id}
        query={query}
        words={s}
        icon={BellOff}
        back={<ButtonLink to="/alertas-stock">{s.back}</ButtonLink>}
      >
        {(alert) => <Loaded alert={alert} />}
      </DetailPage>
    </AlertDialogs>
  );
}

function Loaded({ alert }: { alert: Alert }) {
  return (
    <>
      <AlertHeader alert={alert} />
      <div className={detailColumns}>
        <div className="min-w-0 stack-5">
          <SituationCard alert={alert} />
          <NotesCard alert={alert} />
        </div>
        <StoryCard alert={alert} />
      </div>
    </>
  );
}
