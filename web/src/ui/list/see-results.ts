import { formatInteger, plural } from '@/lib/format';
import type { ListPage } from './list-pagination';
import { listStrings } from './list-strings';

/** «Ver 12 resultados»: what closes the filters on a phone. */
export function seeResults(list: ListPage<unknown> | undefined): string {
  const count = list?.count ?? 0;
  return list?.countIsCapped
    ? listStrings.seeMoreThan(formatInteger(count))
    : listStrings.see(plural(count, listStrings.result, listStrings.results));
}
