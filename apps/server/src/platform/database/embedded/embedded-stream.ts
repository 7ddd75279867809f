/** A stream that looks like a socket to the driver and posts to the database's thread. */
import { Duplex } from 'node:stream';

/** First byte of the message that ends a session. It is not sent, because the only session outlives its connections. */
const terminate = 0x58;

type WriteDone = (error?: Error | null) => void;

export interface Wire {
  send(bytes: Uint8Array): void;
  hangUp(): void;
}

export class EmbeddedStream extends Duplex {
  private readonly wire: Wire;

  constructor(wire: Wire) {
    super();
    this.wire = wire;
  }

  // Methods of net.Socket that the driver calls.
  connect(): this {
    queueMicrotask(() => this.emit('connect'));
    return this;
  }
  setNoDelay(): this {
    return this;
  }
  setKeepAlive(): this {
    return this;
  }
  ref(): this {
    return this;
  }
  unref(): this {
    return this;
  }

  receive(bytes: Uint8Array): void {
    this.push(bytes);
  }

  private send(bytes: Buffer): void {
    if (bytes[0] !== terminate) this.wire.send(bytes);
  }

  override _read(): void {}

  override _write(chunk: Buffer, _encoding: BufferEncoding, done: WriteDone): void {
    this.send(chunk);
    done();
  }

  /** Sends the parts of a query as one message, because the database answers each message separately. */
  override _writev(chunks: { chunk: Buffer }[], done: WriteDone): void {
    this.send(Buffer.concat(chunks.map(({ chunk }) => chunk)));
    done();
  }

  override _final(done: WriteDone): void {
    this.push(null);
    done();
  }

  override _destroy(error: Error | null, done: WriteDone): void {
    this.wire.hangUp();
    done(error);
  }
}
