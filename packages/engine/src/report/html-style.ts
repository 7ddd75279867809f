/** Style of the page that the reporter `html` writes, for light and dark screens and for paper. */
export const htmlStyle = `
:root { color-scheme: light dark; --line: #8884; --soft: light-dark(#555, #aaa); --box: light-dark(#f6f6f8, #1e1f24); }
body { margin: 0; font: 16px/1.5 system-ui, sans-serif; background: light-dark(#fff, #121317); color: light-dark(#111, #eee); }
main { max-width: 60rem; margin: 0 auto; padding: 1.5rem 1rem 4rem; overflow-wrap: anywhere; }
h1 { font-size: 1.5rem; } h2 { font-size: 1.15rem; margin: 2rem 0 .25rem; }
p { margin: .25rem 0; } ol { padding-left: 1.5rem; margin: .5rem 0; } li { margin: .75rem 0; }
details { border: 1px solid var(--line); border-radius: .5rem; padding: .5rem .75rem; margin: .5rem 0; }
summary { cursor: pointer; } .facts { color: var(--soft); font-size: .9rem; }
.reply { white-space: pre-wrap; background: var(--box); border-radius: .5rem; padding: .4rem .6rem; margin-left: 1.5rem; }
.failure, .doubt { border-left: 3px solid #c33; padding-left: .6rem; margin: .4rem 0; white-space: pre-wrap; }
.doubt { border-color: #b80; }
b { font-size: .8rem; padding: 0 .35rem; border: 1px solid currentColor; border-radius: .35rem; color: var(--soft); }
b.passed { color: light-dark(#176b34, #6fd492); } b.failed { color: light-dark(#b3261e, #ff8f86); }
b.error, b.undecided, b.interrupted { color: light-dark(#8a5a00, #f0b94b); }
@media print { details { break-inside: avoid; } }
`;
