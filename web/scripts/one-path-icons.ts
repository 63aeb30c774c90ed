import type { Plugin } from 'vite';

type Attributes = Record<string, string>;
export type Shape = [tag: string, attributes: Attributes];
type Icon = { __iconData: { node: Shape[] } };

/** How each shape is drawn by a path, and all that its path can say of it. */
const drawings: Record<string, { says: string[]; path: (attributes: Attributes) => string }> = {
  path: { says: ['d'], path: ({ d = '' }) => fromAnywhere(d) },
  line: { says: ['x1', 'y1', 'x2', 'y2'], path: ({ x1, y1, x2, y2 }) => `M${x1} ${y1}L${x2} ${y2}` },
  circle: {
    says: ['cx', 'cy', 'r'],
    path: ({ cx, cy, r }) =>
      `M${Number(cx) - Number(r)} ${cy}a${r} ${r} 0 1 1 ${2 * Number(r)} 0a${r} ${r} 0 1 1 ${-2 * Number(r)} 0z`,
  },
  rect: {
    says: ['x', 'y', 'width', 'height', 'rx'],
    path: ({ x = 0, y = 0, width, height, rx = 0 }) => {
      const [across, down, corner] = [Number(width) - 2 * Number(rx), Number(height) - 2 * Number(rx), Number(rx)];
      const turn = (right: number, below: number) => `a${corner} ${corner} 0 0 1 ${right} ${below}`;
      return (
        `M${Number(x) + corner} ${y}h${across}${turn(corner, corner)}v${down}${turn(-corner, corner)}` +
        `h${-across}${turn(-corner, -corner)}v${-down}${turn(corner, -corner)}z`
      );
    },
  },
};

const number = String.raw`\s*,?\s*(-?(?:\d+\.?\d*|\.\d+))`;
const relativeStart = new RegExp(`^m${number}${number}\\s*(?=([-\\d.])?)`);

/** A path on its own begins where it says from the corner; behind another one that has to be said. */
function fromAnywhere(d: string): string {
  return d.replace(relativeStart, (_, x, y, goesOn) => `M${x} ${y}${goesOn === undefined ? '' : 'l'}`);
}

function pathOf([tag, attributes]: Shape): string | null {
  const drawing = drawings[tag];
  const isPlain = drawing && Object.keys(attributes).every((name) => name === 'key' || drawing.says.includes(name));
  return isPlain ? drawing.path(attributes) : null;
}

/** The same icon with all its plain strokes in one path; a dot that is filled stays apart. */
export function inOnePath(shapes: Shape[]): Shape[] {
  const paths = shapes.map(pathOf);
  const d = paths.filter((path) => path !== null).join('');
  const others = shapes.filter((_, place) => paths[place] === null);
  return d === '' ? others : [['path', { d, key: 'd' }], ...others];
}

/**
 * A list of twenty rows has a hundred icons of up to nine shapes: half of all that a browser has to lay out and paint.
 */
export function onePathIcons(): Plugin {
  return {
    name: 'one-path-icons',
    transform: {
      filter: { id: /\/lucide-react\/dist\/esm\/icons\/[\w-]+\.mjs$/, code: 'createLucideIcon(' },
      async handler(_, id) {
        const { __iconData: icon }: Icon = await import(id);
        return {
          code:
            "import createLucideIcon from '../createLucideIcon.mjs';\n" +
            `export default createLucideIcon(${JSON.stringify({ ...icon, node: inOnePath(icon.node) })});\n`,
          map: null,
        };
      },
    },
  };
}
