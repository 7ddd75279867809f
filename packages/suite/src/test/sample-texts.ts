/** Texts in all spellings that the language allows, mostly as people write them. */
export const sampleTexts: Record<string, string> = {
  'a configuration and tests': `# Airline, checked nightly
---
configuration:
  description: Airline IVR   # shown in reports
  locale: en-US
  voiceId: Joey
  phoneNumber: "+12025550100"
  tags: smoke, phone
---
# the most important one
- test.only: Cancel a booking       # or test / test.skip
- tags: smoke, billing

- $DIAL:
  - prompt: welcome to the airline
  - set finishOnPhrase: what you're calling about
# now the menu
- cancellations:
  - prompt: [four digit code, "booking code"]
  - set listeningTimeout: 10
- $1234: "*"
# between two tests
---
- test.skip: Ask for help
- help: how can I help
# the end
`,
  'a configuration as a list': `configuration:
- description: listed
- locale: de-DE
---
- test: Hallo
- hallo: guten tag
`,
  'tests only, without a first marker': `- test: One
- hi: hello
---
- test: Two
- hi:
    - prompt: hello
`,
  'a test without a name or head': `---
- hi: hello
---
- open the app
---
- tags: a
- hi: hello
`,
  'repeated names': `---
- test: Same
- hi
---
- test: Same
- ho
`,
  'spaces before colons, as another writer has them': `---
configuration :
  locale : "en-US"
---
- test : First
- tags : a, b
- $DIAL : "welcome"
- help :
  - prompt : "yes"
  - prompt != "no"
  - cardTitle == "Help"
`,
  'operators on one line': `---
- test: Operators
- hi == hello
- hi =~ /hel+o/i
- hi != sorry
- count >= 3
- count <= 3
- count > 3
- count < 3
- exact === Hello.
- nearly ~~ helo there
`,
  'assertions of every kind': `---
- test: Assertions
- hi:
  - prompt == "time: 10:30 # sharp"
  - prompt !=: [a, b]
  - prompt ~~: "your balance: 5"
  - buttons[0].title exists
  - cardTitle not exists
  - latency < 2000
  - $.messages[*].text: one
  - card:
      title: Nested
      text: [a, b]
  - exit
`,
  'branches, labels and settings': `---
- test: Branches
- start:
  - yes goto the end
  - prompt: no goto start
  - prompt: [a, b]
    goto: the end
  - goto the end
- middle:
  - label: waypoint
  - set pauseBeforeUtterance: 2
  - request.body.key: { a: [1, 2] }
- the end: bye
`,
  'flow style': `---
configuration: { locale: en-US, tags: [a, b] }
---
[test: Flow, { hi: hello }, { bye: { prompt: [a, b] } }]
`,
  'block scalars and long keys': `---
configuration:
  description: |
    Several
    lines
---
- test: Long
- hi: >
    folded into
    one line
- ? a key that
    goes on
  : prompt
`,
  'anchors and aliases': `---
- test: Anchors
- hi: &greeting hello
- hey: *greeting
- bye: &all
  - prompt: see you
- ciao: *all
`,
  'templates without quotes': `---
- test: Templates
- I am {{name}}: hello {{name}}
- {{name}}: {{greeting}}
- \${data.pin}: "*"
`,
  commands: `---
- test: Commands
- $OPEN: welcome
- $SILENCE: are you there
- $PAUSE 2.5
- $*12#,A
- "$DIAL": hello
- \\$DIAL: literally
`,
  'nothing expected': `---
- test: Nothing
- hi
- hi:
- hi: []
- hi: ""
- hi: "*"
`,
  'missing values': `---
- test: Missing
- hi:
  - cardTitle: undefined
  - cardTitle: null
  - sessionEnded: true
  - count: 007
`,
  'empty documents and a comment only': `---
# nothing here
---
---
- test: A
- hi
---
[]
...
`,
  'Windows line ends and a byte order mark':
    '\ufeff---\r\n- test: Windows\r\n- hi: hello\r\n# end\r\n',
  'no line break at the end': '---\n- test: A\n- hi: hello',
  'indented items': `---
  - test: Indented
  - hi:
      - prompt: hello
      # deep comment
      - prompt: there
  - bye
`,
  'nothing at all': '',
};
