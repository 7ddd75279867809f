const retransmitMs = 500;
const giveUpMs = 4000;

/**
 * Sends a request until its answer arrives; over UDP, with retransmissions. Resolves to undefined after four seconds without
 * an answer.
 */
export async function untilAnswered<Answer>(
  send: () => void,
  answer: Promise<Answer>,
  isReliable: boolean,
): Promise<Answer | undefined> {
  let wait = retransmitMs;
  const again = () => {
    send();
    wait *= 2;
    timer = setTimeout(again, wait);
  };
  send();
  let timer = isReliable ? undefined : setTimeout(again, wait);
  const gaveUp = Promise.withResolvers<undefined>();
  const giveUp = setTimeout(() => gaveUp.resolve(undefined), giveUpMs);
  try {
    return await Promise.race([answer, gaveUp.promise]);
  } finally {
    clearTimeout(timer);
    clearTimeout(giveUp);
  }
}
