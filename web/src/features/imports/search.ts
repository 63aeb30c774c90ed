import { type PagedSearch, parseOneOf, parsePaging, withoutDefaults } from '@/lib/list-search';

/** The pages are those of the earlier imports. */
export function parseImportsSearch(raw: Record<string, unknown>): PagedSearch {
  return withoutDefaults(parsePaging(raw));
}

/** Which step of a draft is open; the pages are those of its errors. */
export type ImportSearch = PagedSearch & { paso?: 'revisar' | undefined };

export function parseImportSearch(raw: Record<string, unknown>): ImportSearch {
  return withoutDefaults<ImportSearch>({ paso: parseOneOf(['revisar'], raw.paso), ...parsePaging(raw) });
}
