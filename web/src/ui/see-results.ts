import { formatInteger, plural } from '@/lib/format';
import type { ListPage } from './list-pagination';
import { strings } from './strings';

/** «Ver 12 resultados»: what closes the filters on a phone. */
export function seeResults(list: ListPage<unknown> | undefined): string {
  const count = list?.count ?? 0;
  return list?.countIsCapped
    ? strings.seeMoreThan(formatInteger(count))
    : strings.see(plural(count, strings.result, strings.results));
}
