import * as z from 'zod/mini';
import { quantityMax } from '@/features/shared/check-quantity';
import { isKept, isOnItsWay } from '@/features/shared/picture-address';
import { moneyText, parseMoney } from '@/lib/money';
import { isFraction, parseWhole } from '@/lib/parse-whole';
import type { Product, ProductChange } from '../api';
import { statuses } from '../list/search';
import { statusOf } from '../product-status';
import { formStrings } from './strings';

const e = formStrings.errors;

const isWhole = (text: string) => parseWhole(text) !== null;
const isBlank = (text: string) => text.trim() === '';
const isAlertDays = (days: number | null) => days !== null && days >= 1 && days <= 365;
const isImageAddress = (text: string) => /^https:\/\/[^\s/]+/.test(text) || isKept(text);

const required = (message: string) => z.string().check(z.trim(), z.minLength(1, message));
const optional = (valid: (text: string) => boolean, message: string) =>
  z.string().check(z.refine((text) => isBlank(text) || valid(text), message));

/** A number of units, or none at all. */
const optionalUnits = (messages: { invalid: string; tooLarge: string }) =>
  z.string().check(
    z.refine((text) => !isFraction(text), { error: e.whole, abort: true }),
    z.refine((text) => isBlank(text) || isWhole(text), { error: messages.invalid, abort: true }),
    z.refine((text) => (parseWhole(text) ?? 0) <= quantityMax, messages.tooLarge),
  );

/** What the form holds: texts, as they were typed. */
export const productSchema = z
  .object({
    sku: required(e.sku),
    name: required(e.name),
    description: z.string(),
    stock: z.string().check(
      z.refine((text) => !isBlank(text), { error: e.stockRequired, abort: true }),
      z.refine((text) => !isFraction(text), { error: e.whole, abort: true }),
      z.refine(isWhole, e.stock),
    ),
    minStock: optionalUnits({ invalid: e.minStock, tooLarge: e.minTooLarge }),
    maxStock: optionalUnits({ invalid: e.maxStock, tooLarge: e.maxTooLarge }),
    alertDays: z.string().check(
      z.refine((text) => !isFraction(text), { error: e.whole, abort: true }),
      z.refine((text) => isBlank(text) || isAlertDays(parseWhole(text)), e.alertDays),
    ),
    category: z.string(),
    brand: z.string(),
    status: z.enum(statuses),
    barcode: z.string(),
    price: optional((text) => parseMoney(text) !== null, e.price),
    imageUrl: z.string().check(
      z.refine((text) => !isOnItsWay(text), { error: e.imageOnItsWay, abort: true }),
      z.refine((text) => isBlank(text) || isImageAddress(text), e.imageUrl),
    ),
    tags: z.string(),
  })
  .check(
    z.refine(
      ({ minStock, maxStock }) => {
        const [min, max] = [parseWhole(minStock), parseWhole(maxStock)];
        return min === null || max === null || max >= min;
      },
      { path: ['maxStock'], error: e.maxBelowMin },
    ),
  );

export type ProductValues = z.infer<typeof productSchema>;
export type ProductField = keyof ProductValues;

const optionalText = (value: number | null) => (value === null ? '' : String(value));

type Beginning = {
  /** What a new product begins with. */
  barcode?: string;
  /** That of prices, which says how many decimals they are written with. */
  currency?: string | undefined;
};

/** A product as the form shows it; a new one is active and has nothing else yet. */
export function valuesOf(product: Product | null, { barcode = '', currency }: Beginning = {}): ProductValues {
  if (!product) {
    return {
      sku: '',
      name: '',
      description: '',
      stock: '0',
      minStock: '',
      maxStock: '',
      alertDays: '',
      category: '',
      brand: '',
      status: 'active',
      barcode,
      price: '',
      imageUrl: '',
      tags: '',
    };
  }
  return {
    sku: product.sku,
    name: product.name,
    description: product.description,
    stock: String(product.currentStock),
    minStock: optionalText(product.minStock),
    maxStock: optionalText(product.maxStock),
    alertDays: String(product.alertDays),
    category: product.category ?? '',
    brand: product.brand ?? '',
    status: statusOf(product),
    barcode: product.barcode,
    price: moneyText(product.price, currency),
    imageUrl: product.imageUrl,
    tags: product.tags.join(', '),
  };
}

/** «azul, , grande » → azul and grande. */
export function splitTags(text: string): string[] {
  return text
    .split(',')
    .map((tag) => tag.trim())
    .filter((tag) => tag !== '');
}

/** What is sent when the days are left empty: the server's own default. */
const defaultAlertDays = 30;

/** How each field is written in the server's words; an emptied one is taken away. */
const writers: { [Field in ProductField]: (text: string) => ProductChange } = {
  sku: (text) => ({ sku: text.trim() }),
  name: (text) => ({ name: text.trim() }),
  description: (text) => ({ description: text.trim() || null }),
  stock: (text) => ({ currentStock: parseWhole(text) ?? 0 }),
  minStock: (text) => ({ minStock: parseWhole(text) }),
  maxStock: (text) => ({ maxStock: parseWhole(text) }),
  alertDays: (text) => ({ alertDays: parseWhole(text) ?? defaultAlertDays }),
  category: (text) => ({ category: text.trim() || null }),
  brand: (text) => ({ brand: text.trim() || null }),
  status: (text) => ({ status: text as ProductValues['status'] }),
  barcode: (text) => ({ barcode: text.trim() || null }),
  price: (text) => ({ price: parseMoney(text) }),
  imageUrl: (text) => ({ imageUrl: text.trim() || null }),
  tags: (text) => ({ tags: splitTags(text) }),
};

export const productFields = Object.keys(writers) as ProductField[];

/** The fields in which two states of the form differ in meaning, not only in spaces. */
export function changedFields(before: ProductValues, after: ProductValues): ProductField[] {
  const meaning = (field: ProductField, values: ProductValues) => JSON.stringify(writers[field](values[field]));
  return productFields.filter((field) => meaning(field, before) !== meaning(field, after));
}

/** What has to be sent for these fields, and nothing else: what others changed meanwhile stays theirs. */
export function changeOf(values: ProductValues, fields: ProductField[]): ProductChange {
  return Object.assign({}, ...fields.map((field) => writers[field](values[field])));
}

/** A new product sends what was filled in. */
export function creationOf(values: ProductValues): ProductChange {
  return changeOf(
    values,
    productFields.filter((field) => !isBlank(values[field])),
  );
}
