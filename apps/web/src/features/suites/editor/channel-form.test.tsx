import type { ChannelConfiguration, ChannelKind } from '@parley/suite';
import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { useState } from 'react';
import { afterEach, describe, expect, it } from 'vitest';
import { channelForms } from './channel-fields.ts';
import { ChannelForm } from './channel-form.tsx';

afterEach(cleanup);

function Form({ first }: { first: ChannelConfiguration }) {
  const [channel, setChannel] = useState(first);
  return (
    <>
      <ChannelForm channel={channel} onChange={setChannel} />
      <output>{JSON.stringify(channel)}</output>
    </>
  );
}

const more = () => screen.getByRole('button', { name: /^More settings/ });
const isOpen = () => more().getAttribute('aria-expanded') === 'true';

describe('the connection of a suite', () => {
  it('shows what most bots need, and the rest when it is asked for', () => {
    render(<Form first={{ kind: 'http', url: 'https://bot.example' }} />);
    expect(screen.getByRole('textbox', { name: 'Address' })).toBeTruthy();
    expect(screen.queryByRole('textbox', { name: 'Polling address' })).toBeNull();
    expect(isOpen()).toBe(false);
    expect(more().textContent).toBe('More settings9');
    fireEvent.click(more());
    expect(isOpen()).toBe(true);
    const field = screen.getByRole('textbox', { name: 'Polling address' });
    fireEvent.change(field, { target: { value: 'https://bot.example/poll' } });
    fireEvent.blur(field);
    expect(screen.getByRole('status').textContent).toContain('"poll":"https://bot.example/poll"');
    expect(more().textContent).toBe('More settings1 of 9 set');
    fireEvent.click(more());
    expect(screen.queryByRole('textbox', { name: 'Polling address' })).toBeNull();
    expect(screen.getByRole('status').textContent).toContain('"poll":"https://bot.example/poll"');
  });

  it('is open where a setting is set that would be folded, also a false one', () => {
    render(<Form first={{ kind: 'websocket', url: 'wss://bot.example', greets: false }} />);
    expect(isOpen()).toBe(true);
    expect(screen.getByRole('checkbox', { name: 'The bot speaks first' })).toBeTruthy();
  });

  it('stays open while its only value is deleted', () => {
    render(
      <Form first={{ kind: 'http', url: 'https://bot.example', poll: 'https://x.example' }} />,
    );
    const field = screen.getByRole('textbox', { name: 'Polling address' });
    fireEvent.change(field, { target: { value: '' } });
    fireEvent.blur(field);
    expect(screen.getByRole('status').textContent).not.toContain('poll');
    expect(isOpen()).toBe(true);
  });

  it('takes conditions of our speech, and keeps those that are not edited as written', () => {
    const speech = { noise: 'street.wav', snrDb: 10, seed: 7 };
    render(<Form first={{ kind: 'phone', to: 'sip:a@b.example', speech }} />);
    const enter = (role: string, name: string, value: string) => {
      const field = screen.getByRole(role, { name });
      fireEvent.change(field, { target: { value } });
      fireEvent.blur(field);
    };
    enter('spinbutton', 'Lost packets (%)', '2.5');
    enter('spinbutton', 'Seed', '');
    expect(JSON.parse(screen.getByRole('status').textContent)).toMatchObject({
      speech: { noise: 'street.wav', snrDb: 10, lossPercent: 2.5 },
    });
    enter('spinbutton', 'Lost packets (%)', '');
    enter('spinbutton', 'Speech above noise (dB)', '');
    enter('textbox', 'Noise', '');
    expect(screen.getByRole('status').textContent).not.toContain('speech');
  });

  it('takes what the network score assumes, and forgets it again', () => {
    render(<Form first={{ kind: 'phone', to: 'sip:a@b.example', network: { delayMs: 90 } }} />);
    const delay = screen.getByRole('spinbutton', { name: 'Delay from mouth to ear (ms)' });
    expect(delay).toHaveProperty('value', '90');
    fireEvent.change(delay, { target: { value: '150' } });
    fireEvent.blur(delay);
    expect(JSON.parse(screen.getByRole('status').textContent)).toMatchObject({
      network: { delayMs: 150 },
    });
    fireEvent.change(delay, { target: { value: '' } });
    fireEvent.blur(delay);
    expect(screen.getByRole('status').textContent).not.toContain('network');
  });

  it('takes an element in an iframe as one line of what to click first', () => {
    const opener = { frame: ['#launcher'], press: 'button' };
    render(
      <Form first={{ kind: 'browser', url: 'https://shop.example', open: ['#ok', opener] }} />,
    );
    const field = screen.getByRole('textbox', { name: 'Click first' });
    const line = '{ frame: "#launcher", press: "button" }';
    expect((field as HTMLTextAreaElement).value).toBe(`#ok\n${line}`);
    const change = (value: string) => {
      fireEvent.change(field, { target: { value } });
      fireEvent.blur(field);
      return JSON.parse(screen.getByRole('status').textContent ?? '').open;
    };
    expect(change(`${line}\n{ frame: [a, b], press: i }`)).toEqual([
      opener,
      { frame: ['a', 'b'], press: 'i' },
    ]);
    expect(change('{ frame: a')).toEqual(['{ frame: a']);
    expect(change('')).toBeUndefined();
  });

  it.each(Object.keys(channelForms) as ChannelKind[])(
    'of %s shows fields that there are',
    (kind) => {
      const { fields, shown } = channelForms[kind];
      const names = fields.map(({ name }) => name);
      expect(shown.filter((name) => !names.includes(name))).toEqual([]);
      const needed = fields.filter((field) => 'isRequired' in field && field.isRequired);
      expect(needed.filter(({ name }) => !shown.includes(name))).toEqual([]);
    },
  );
});
