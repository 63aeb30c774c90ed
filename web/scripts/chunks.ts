import type { Rolldown } from 'vite';

type Graph = { getModuleInfo: (module: string) => Rolldown.ModuleInfo | null };

/** Everything that can be reached from a module along one kind of edge, itself included. */
function reach(module: string, next: (id: string) => readonly string[] | undefined): Set<string> {
  const reached = new Set([module]);
  for (const id of reached) for (const other of next(id) ?? []) reached.add(other);
  return reached;
}

/** The screens, as the router fetches them, that cannot be drawn without a module. */
function screensWith(module: string, graph: Graph): Set<string> {
  const above = reach(module, (id) => graph.getModuleInfo(id)?.importers);
  const names = [...above].map((id) => /\/routes\/(.+)\.tsx\?tsr-split=component$/.exec(id)?.[1]);
  return new Set(names.filter((name) => name !== undefined));
}

function needsPopups(module: string, graph: Graph): boolean {
  const below = reach(module, (id) => graph.getModuleInfo(id)?.importedIds);
  return [...below].some((id) => /\/@(base|floating)-ui\//.test(id));
}

/**
 * With whom a module is fetched. Left alone, every icon and every small part that two screens share is a file of its
 * own, and a first visit asks for eighty of them. Signing in waits for nothing that it does not show, and neither does
 * a list for what opens over it.
 */
function companyOf(module: string, graph: Graph): string | null {
  const screens = screensWith(module, graph);
  const common = screens.has('_app') || screens.size > 4;
  if (screens.has('login')) return common ? 'base' : 'sign-in';
  if (screens.has('register') && !screens.has('_app.productos')) return 'forms';
  if (!common) return null;
  return needsPopups(module, graph) ? 'popups' : 'screens';
}

/** A group takes along whatever its modules need, except what an earlier one has taken. */
const companies = ['base', 'sign-in', 'screens', 'forms', 'popups'];

export const chunks = {
  groups: [
    { name: 'start', tags: ['$initial' as const], priority: companies.length },
    ...companies.map((company, place) => ({
      name: (module: string, graph: Graph) => (companyOf(module, graph) === company ? company : null),
      minShareCount: 2,
      priority: companies.length - 1 - place,
    })),
  ],
};
