import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { businessQuery } from '@/lib/business';
import { cn } from '@/lib/cn';
import { productName } from '@/lib/document-title';
import { formatTime } from '@/lib/format';
import { useOnline } from '@/lib/online';
import { useClock } from '@/lib/use-clock';
import { strings } from './strings';

const linkClass = 'rounded-sm underline-offset-2 hover:text-ink hover:underline';

export function Footer() {
  const { data: business } = useQuery(businessQuery);
  const now = useClock();
  return (
    <footer
      className={cn(
        'mt-auto flex flex-wrap items-center gap-x-4 gap-y-1.5 border-t border-line px-4 py-3 text-xs',
        'text-ink-3 sm:px-6',
      )}
    >
      <Connection />
      {business ? <span className="num">{strings.version(business.version)}</span> : null}
      <time className="num" dateTime={now.toISOString()}>
        {formatTime(now)}
      </time>
      <nav aria-label={strings.footerLinks} className="flex flex-wrap gap-x-3 gap-y-1">
        <Link to="/soporte" className={linkClass}>
          {strings.support}
        </Link>
        <Link to="/configuracion" className={linkClass}>
          {strings.settings}
        </Link>
        <Link to="/profile" className={linkClass}>
          {strings.profile}
        </Link>
        <a href="/api/docs/" target="_blank" rel="noreferrer" className={linkClass}>
          {strings.apiDocs}
        </a>
        <a href="/api/health/" target="_blank" rel="noreferrer" className={linkClass}>
          {strings.health}
        </a>
      </nav>
      <Signature year={now.getFullYear()} />
    </footer>
  );
}

const signedPart = "before:inline-block before:w-3 before:text-center before:content-['·'/'']";

/** Dots lie between its parts: one that would begin a line is cut off at the edge. */
function Signature({ year }: { year: number }) {
  const { data: business } = useQuery(businessQuery);
  const { supportEmail, location, businessName } = business ?? {};
  return (
    <div className="overflow-x-clip lg:ml-auto">
      <p className="-ml-3 flex flex-wrap">
        <span className={signedPart}>{strings.support247}</span>
        {supportEmail ? (
          <span className={signedPart}>
            <a href={`mailto:${supportEmail}`} className={linkClass}>
              {supportEmail}
            </a>
          </span>
        ) : null}
        {location ? <span className={signedPart}>{location}</span> : null}
        <span className={signedPart}>{strings.copyright(year, businessName || productName)}</span>
      </p>
    </div>
  );
}

function Connection() {
  const online = useOnline();
  return (
    <span role="status" className="inline-flex items-center gap-1.5">
      <span aria-hidden className={cn('size-2 rounded-full', online ? 'bg-ok-solid' : 'bg-out-solid')} />
      {online ? strings.online : strings.offline}
    </span>
  );
}
