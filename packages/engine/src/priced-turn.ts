import { type Prices, pricedUse, type ToolReport } from '@parley/suite';

/** @returns the turn with the cost of its tokens; unchanged if it reports no tokens or there are no prices */
export function pricedTurn<Turn extends { tools?: ToolReport }>(
  turn: Turn,
  prices: Prices | undefined,
): Turn {
  const { tools } = turn;
  if (!prices || !tools?.tokens) return turn;
  return { ...turn, tools: { ...tools, tokens: pricedUse(tools.tokens, prices) } };
}
