import { useQuery } from '@tanstack/react-query';
import {
  type ArticleLink,
  articleLinksQuery,
  type UnknownArticle,
  unknownArticlesQuery,
  useUnlinkArticle,
} from '@/features/shared/article-link/api';
import { LinkArticleButton } from '@/features/shared/article-link/link-article';
import { ProductLink } from '@/features/shared/product-link';
import { errorText } from '@/lib/api-error';
import { useCan } from '@/lib/permissions';
import { ErrorBanner } from '@/ui/feedback/states';
import { showToast } from '@/ui/feedback/toast';
import { Button } from '@/ui/form/button';
import { Card, CardHeader } from '@/ui/layout/card';
import type { Channel } from './api';
import { channelStrings as s } from './channel-strings';

/** What the shop sells and nobody knows here, and what users said that it is. */
export function ChannelArticles({ channel: { id } }: { channel: Channel }) {
  const unknown = useQuery(unknownArticlesQuery(id));
  const links = useQuery(articleLinksQuery(id));
  const failed = [unknown, links].find(({ error, data }) => error && !data);
  if (failed) {
    return (
      <ErrorBanner title={s.articlesFailed} text={errorText(failed.error)} onRetry={() => void failed.refetch()} />
    );
  }
  return (
    <>
      {unknown.data && unknown.data.results.length > 0 ? (
        <Card aria-labelledby="unknown-articles">
          <CardHeader id="unknown-articles" title={s.unknownArticles} description={s.unknownArticlesHint} />
          <ul className="ruled border-t border-line">
            {unknown.data.results.map((article) => (
              <Unknown key={article.article} channelId={id} article={article} />
            ))}
          </ul>
        </Card>
      ) : null}
      {links.data && links.data.results.length > 0 ? (
        <Card aria-labelledby="article-links">
          <CardHeader id="article-links" title={s.articleLinks} description={s.articleLinksHint} />
          <ul className="ruled border-t border-line">
            {links.data.results.map((link) => (
              <Linked key={link.id} channelId={id} link={link} />
            ))}
          </ul>
        </Card>
      ) : null}
    </>
  );
}

function Unknown({ channelId, article }: { channelId: number; article: UnknownArticle }) {
  return (
    <li className="flex items-center justify-between gap-3 px-4 py-2">
      <p className="min-w-0 leading-tight">
        <span className="block font-medium wrap-anywhere">{article.name}</span>
        <span className="text-sm text-ink-3">{s.articleOrders(article.sku, article.orders)}</span>
      </p>
      <LinkArticleButton channelId={channelId} article={article} />
    </li>
  );
}

function Linked({ channelId, link }: { channelId: number; link: ArticleLink }) {
  const canHandle = useCan('deliveries.handle');
  const unlink = useUnlinkArticle(channelId);
  const name = link.name || link.sku || link.article;
  return (
    <li className="flex items-center justify-between gap-3 px-4 py-2">
      <div className="min-w-0 leading-tight">
        <p className="font-medium wrap-anywhere">{name}</p>
        {link.productId === null ? (
          <p className="text-sm text-ink-3">{s.unstocked}</p>
        ) : (
          <ProductLink id={link.productId} name={link.productName} />
        )}
      </div>
      {canHandle ? (
        <Button
          size="sm"
          variant="ghost"
          busy={unlink.isPending}
          aria-label={s.unlinkOf(name)}
          onClick={() =>
            unlink.mutate(link.id, {
              onError: (error) => showToast({ type: 'error', title: s.unlinkFailed, description: errorText(error) }),
            })
          }
        >
          {s.unlink}
        </Button>
      ) : null}
    </li>
  );
}
