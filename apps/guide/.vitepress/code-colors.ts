import type { MarkdownOptions } from 'vitepress';

type Theme = Extract<MarkdownOptions['theme'], { light: unknown }>['light'];
type Transformer = NonNullable<MarkdownOptions['codeTransformers']>[number];

/** Token kinds, each with the TextMate scopes that it covers. `theme/guide.css` colors them. */
const scopesOfKinds = {
  comment: ['comment'],
  string: ['string', 'markup.inline.raw'],
  key: ['entity.name.tag', 'support.type.property-name', 'variable.other.property'],
  number: ['constant.numeric', 'constant.language'],
  keyword: ['keyword', 'storage'],
  name: ['entity.name.function', 'support.function', 'entity.name.type'],
};

const kinds = Object.keys(scopesOfKinds);
const fallback = '#000000';

/** Encodes a kind as a color, because a theme can only map scopes to colors. */
const colorOf = (kind: string) => `#0000${(kinds.indexOf(kind) + 1).toString(16).padStart(2, '0')}`;

export const codeColors: Theme = {
  name: 'kinds',
  type: 'light',
  colors: { 'editor.foreground': fallback, 'editor.background': '#ffffff' },
  settings: [
    { settings: { foreground: fallback, background: '#ffffff' } },
    ...Object.entries(scopesOfKinds).map(([kind, scope]) => ({
      scope,
      settings: { foreground: colorOf(kind) },
    })),
  ],
};

const kindOf = new Map(kinds.map((kind) => [colorOf(kind), kind]));

/** Inline styles are forbidden by the content security policy; classes are not. */
export const colorsAsClasses: Transformer = {
  name: 'colors-as-classes',
  pre: ({ properties }) => {
    delete properties.style;
  },
  span: ({ properties }) => {
    const [color = ''] = /#[0-9a-f]{6}/i.exec(String(properties.style ?? '')) ?? [];
    const kind = kindOf.get(color.toLowerCase());
    delete properties.style;
    if (kind !== undefined) properties.class = `code-${kind}`;
  },
};
