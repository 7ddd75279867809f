/** Parses `prices: { currency: USD, models: { small: { input: 0.15, cached: 0.075, output: 0.6 } } }`, per million tokens. */
import { isMap } from 'yaml';
import {
  type ModelPrice,
  modelPriceMax,
  type Prices,
  pricedModelsMax,
} from '../../tools/prices.ts';
import { shorten } from '../model/shorten.ts';
import { reportUnknownKey } from './unknown-keys.ts';
import { fieldsOf, follow, type KeyValue, type Reader, textOf } from './values.ts';

const keys = ['currency', 'models'];
const kinds = ['input', 'cached', 'cacheWrite', 'output'] as const;
const example =
  'Write for example: prices: { currency: USD, models: { small: { input: 0.15, cached: 0.075, output: 0.6 } } }';

/** @returns undefined after reporting a problem, because partly understood prices would make a cost too low */
export function parsePrices(reading: Reader, pair: KeyValue): Prices | undefined {
  const { problems } = reading;
  const node = follow(reading, pair.value);
  const fields = isMap(node) ? fieldsOf(reading, node) : [];
  for (const { key, range } of fields) {
    if (!keys.includes(key)) reportUnknownKey(reading, key, range, keys);
  }
  const [ofCurrency, ofModels] = keys.map((name) => fields.find(({ key }) => key === name));
  const currency = textOf(reading, ofCurrency?.value)?.trim();
  if (!currency || !/^[A-Z]{3}$/.test(currency)) {
    const message = '"currency" of the prices must be three capital letters, such as USD.';
    problems.error((ofCurrency ?? pair).range, message, example);
    return undefined;
  }
  const list = follow(reading, ofModels?.value);
  const named = isMap(list) ? fieldsOf(reading, list) : [];
  if (named.length === 0 || named.length > pricedModelsMax) {
    const message = `"models" must name 1 to ${pricedModelsMax} models with their prices.`;
    problems.error((ofModels ?? pair).range, message, example);
    return undefined;
  }
  const models = named.map((one) => [one.key, priceIn(reading, one)] as const);
  return models.every(([, price]) => price)
    ? { currency, models: Object.fromEntries(models) as Prices['models'] }
    : undefined;
}

function priceIn(reading: Reader, { key: model, value, range }: KeyValue): ModelPrice | undefined {
  const { problems } = reading;
  if (/\*(?!$)/.test(model)) {
    problems.error(
      range,
      `"${shorten(model)}" may have a "*" only at its end.`,
      'Name the model as replies or spans report it, or its beginning with a "*".',
    );
    return undefined;
  }
  const node = follow(reading, value);
  const price: Partial<ModelPrice> = {};
  let isRight = true;
  for (const { key, value: amount, range: place } of isMap(node) ? fieldsOf(reading, node) : []) {
    const kind = kinds.find((one) => one === key);
    if (!kind) {
      reportUnknownKey(reading, key, place, kinds);
      isRight = false;
      continue;
    }
    const text = textOf(reading, amount)?.trim() ?? '';
    const number = /^\d{1,6}(?:\.\d{1,6})?$/.test(text) ? Number(text) : Number.NaN;
    if (number <= modelPriceMax) price[kind] = number;
    else {
      problems.error(
        place,
        `"${key}" must be the price of a million tokens, from 0 to ${modelPriceMax.toLocaleString('en-US')} with at most 6 decimals.`,
        example,
      );
      isRight = false;
    }
  }
  const { input, output } = price;
  if (!isRight) return undefined;
  if (input === undefined || output === undefined) {
    problems.error(range, `"${shorten(model)}" needs prices of input and output.`, example);
    return undefined;
  }
  return { ...price, input, output };
}
