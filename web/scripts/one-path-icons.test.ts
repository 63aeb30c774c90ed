import { expect, test } from 'vitest';
import { inOnePath, type Shape } from './one-path-icons';

const d = (...shapes: Shape[]) => inOnePath(shapes).map(([, attributes]) => attributes.d);

test('paths follow each other, each from where it began on its own', () => {
  expect(d(['path', { d: 'M10 5H3', key: 'a' }], ['path', { d: 'm9 12 2 2 4-4', key: 'b' }])).toEqual([
    'M10 5H3M9 12l2 2 4-4',
  ]);
  expect(d(['path', { d: 'M14 3v4' }], ['path', { d: 'm.5-.5h3' }])).toEqual(['M14 3v4M.5 -.5h3']);
});

test('circles, lines and boxes become parts of the path', () => {
  expect(d(['circle', { cx: '12', cy: '12', r: '10' }])).toEqual(['M2 12a10 10 0 1 1 20 0a10 10 0 1 1 -20 0z']);
  expect(d(['line', { x1: '9', x2: '15', y1: '15', y2: '9' }])).toEqual(['M9 15L15 9']);
  expect(d(['rect', { width: '18', height: '12', x: '3', y: '4', rx: '2' }])).toEqual([
    'M5 4h14a2 2 0 0 1 2 2v8a2 2 0 0 1 -2 2h-14a2 2 0 0 1 -2 -2v-8a2 2 0 0 1 2 -2z',
  ]);
});

test('what a path cannot say stays apart', () => {
  const dot: Shape = ['circle', { cx: '7', cy: '7', r: '.5', fill: 'currentColor', key: 'dot' }];
  const ellipse: Shape = ['ellipse', { cx: '12', cy: '5', rx: '9', ry: '3', key: 'ellipse' }];
  expect(inOnePath([dot, ['path', { d: 'M3 5V19', key: 'side' }], ellipse])).toEqual([
    ['path', { d: 'M3 5V19', key: 'd' }],
    dot,
    ellipse,
  ]);
  expect(inOnePath([ellipse])).toEqual([ellipse]);
});
