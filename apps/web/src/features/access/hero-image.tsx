/** A test run as a picture: what is said, what the bot answers, and whether that was right. */
export function HeroImage() {
  return (
    <svg
      role="img"
      aria-label="A conversation with a bot: each answer is checked, and the wrong one stands out"
      viewBox="0 0 520 382"
      className="w-full max-w-xl select-none text-ink"
      fontSize="13"
    >
      <rect
        x=".5"
        y=".5"
        width="519"
        height="381"
        rx="14"
        fill="var(--surface)"
        stroke="var(--line)"
      />
      <path d="M.5 52.5h519" stroke="var(--line)" />
      <rect x="22" y="18.5" width="17" height="6.5" rx="3.25" fill="var(--accent)" />
      <rect x="27" y="28" width="17" height="6.5" rx="3.25" fill="currentColor" />
      <text x="58" y="31" fill="currentColor" fontWeight="600">
        Where is my order?
      </text>
      <rect
        x="392.5"
        y="15.5"
        width="106"
        height="22"
        rx="11"
        fill="var(--failed-soft)"
        stroke="var(--failed-line)"
      />
      <text
        x="445.5"
        y="30.5"
        fill="var(--failed)"
        fontSize="11.5"
        fontWeight="600"
        textAnchor="middle"
      >
        1 of 3 failed
      </text>
      <Said y={74} width={160} text="Where is order 4711?" />
      <Answered
        y={118}
        width={194}
        lines={['It is on its way and arrives', 'on Thursday before noon.']}
        isRight
        check="mentions Thursday"
      />
      <Said y={188} width={193} text="Can I still change the day?" />
      <Answered
        y={232}
        width={197}
        lines={['Of course. Which day is it?']}
        isRight
        check="asks for the day"
      />
      <Said y={282} width={87} text="Saturday" />
      <Answered
        y={326}
        width={178}
        lines={['Sorry, I did not get that.']}
        isRight={false}
        check="confirms Saturday"
      />
    </svg>
  );
}

function Said({ y, width, text }: { y: number; width: number; text: string }) {
  return (
    <g>
      <rect x="22" y={y} width={width} height="34" rx="11" fill="var(--accent)" />
      <text x="38" y={y + 21.5} fill="white">
        {text}
      </text>
    </g>
  );
}

interface AnsweredProps {
  y: number;
  width: number;
  lines: string[];
  isRight: boolean;
  /** What the test expects of this answer. */
  check: string;
}

const answerX = 72;

function Answered({ y, width, lines, isRight, check }: AnsweredProps) {
  const height = 16 + lines.length * 18;
  const verdict = isRight
    ? { fill: 'var(--passed-solid)', ink: 'var(--ink-muted)', mark: 'm-3.75 .25 2.5 2.5 5-5.5' }
    : { fill: 'var(--failed-solid)', ink: 'var(--failed)', mark: 'm-3 -3 6 6m0 -6 -6 6' };
  return (
    <g>
      <rect
        x={answerX + 0.5}
        y={y + 0.5}
        width={width}
        height={height - 1}
        rx="11"
        fill="var(--sunken)"
        stroke="var(--line)"
      />
      {lines.map((line, index) => (
        <text key={line} x={answerX + 16} y={y + 21.5 + index * 18} fill="currentColor">
          {line}
        </text>
      ))}
      <g transform={`translate(${answerX + width + 22} ${y + height / 2})`}>
        <circle r="9" fill={verdict.fill} />
        <path
          d={`M0 0${verdict.mark}`}
          fill="none"
          stroke="white"
          strokeWidth="1.75"
          strokeLinecap="round"
          strokeLinejoin="round"
        />
        <text x="17" y="4" fill={verdict.ink} fontSize="12">
          {check}
        </text>
      </g>
    </g>
  );
}
