/** Script injections that attackers put into form fields. Each calls `ran` if a browser executes it. */
export const storedScripts = [
  '<script>ran()</script>',
  '<ScRiPt>ran()</sCrIpT>',
  '<script src="data:,ran()"></script>',
  '"><script>ran()</script>',
  "'><script>ran()</script>",
  '</script><script>ran()</script>',
  '</title><script>ran()</script>',
  '</textarea><script>ran()</script>',
  '</style><script>ran()</script>',
  '--><script>ran()</script>',
  ']]><script>ran()</script>',
  '<img src=x onerror=ran()>',
  '"><img src=x onerror=ran()>',
  '\'"><img src=x onerror="ran()">',
  '<img/src=x/onerror=ran()>',
  '<img src=x:x onerror=ran()//',
  '<IMG SRC=x ONERROR=ran()>',
  '<img srcset=x onerror=ran()>',
  '<image href=x onerror=ran()>',
  '<svg onload=ran()>',
  '<svg><script>ran()</script></svg>',
  '<svg><animate onbegin=ran() attributeName=x dur=1s>',
  '<svg><a xlink:href="javascript:ran()"><text y=20>x</text></a></svg>',
  '<svg><use href="data:image/svg+xml,<svg id=x onload=ran()>#x">',
  '<math><mtext><table><mglyph><style><img src=x onerror=ran()>',
  '<math href="javascript:ran()">x</math>',
  '<iframe src="javascript:parent.ran()"></iframe>',
  '<iframe srcdoc="<script>parent.ran()</script>"></iframe>',
  '<object data="javascript:ran()"></object>',
  '<object data="data:text/html,<script>ran()</script>"></object>',
  '<embed src="javascript:ran()">',
  '<body onload=ran() onpageshow=ran()>',
  '<video src=x onerror=ran()></video>',
  '<video><source onerror=ran()></video>',
  '<audio src=x onerror=ran()>',
  '<details open ontoggle=ran()>x</details>',
  '<input autofocus onfocus=ran()>',
  '<textarea autofocus onfocus=ran()></textarea>',
  '<a href="javascript:ran()" autofocus onfocus=ran() tabindex=1>x</a>',
  '<marquee onstart=ran()>x</marquee>',
  '<style onload=ran()>*{}</style>',
  '<link rel=stylesheet href="data:text/css,*{}" onload=ran()>',
  '<meta http-equiv=refresh content="0;url=javascript:ran()">',
  '<base href="javascript:ran()//">',
  '<form action="javascript:ran()"><button autofocus onfocus=ran()>x',
  '<x contenteditable autofocus onfocus=ran()>x</x>',
  '<noscript><p title="</noscript><img src=x onerror=ran()>">',
  '<template><script>ran()</script></template>',
  'javascript:ran()',
  'JaVaScRiPt&colon;ran()',
  '[x](javascript:ran())',
  '![x](x"onerror="ran())',
  '" autofocus onfocus=ran() x="',
  "' autofocus onfocus=ran() x='",
  "'-ran()-'",
  '";ran();//',
  '<%= ran() %>',
  '&lt;script&gt;ran()&lt;/script&gt;',
  '\\u003cscript\\u003eran()\\u003c/script\\u003e',
  '%3Cscript%3Eran()%3C/script%3E',
];

/** @returns a function that gives the next script on each call, for fields that hold only one */
export function oneAfterTheOther(): () => string {
  let next = 0;
  return () => storedScripts[next++ % storedScripts.length] ?? '';
}

/** Joins as many scripts as fit into a long text field. */
export const allScripts = (lengthMax: number) => {
  let text = '';
  for (const script of storedScripts)
    if (text.length + script.length < lengthMax) text += `${script}\n`;
  return text.trim();
};
