/** What the names below would run or set, if one of them got out of where it was written. */
export const MARK = 'WOKFLOW_WAS_HERE';

const RUN = `globalThis.${MARK} = true`;

/** Names as a stranger's file may hold them, for the tests of everything that is written from names. */
export const HOSTILE_NAMES: readonly (readonly [what: string, name: string])[] = [
	['a line feed', `a\n${RUN};//`],
	['a carriage return', `a\r${RUN};//`],
	['a line separator', `a\u2028${RUN};//`],
	['a paragraph separator', `a\u2029${RUN};//`],
	['a quote', `a', b: (${RUN}), c: '`],
	['a backslash before a quote', `a\\', b: (${RUN}), c: '//`],
	['a backslash at the end', 'a\\'],
	['a template', `\`\${${RUN}}\``],
	['the end of a comment', `*/${RUN}/*`],
	['the end of a script', `</script><script>${RUN}</script>`],
	['a comment of HTML', `<!--<script>${RUN}`],
	['markup and entities', `"><img src=x onerror="${RUN}">&amp;]]>`],
	['a link of Markdown', '[a](javascript:alert(1))|`'],
	['colours and a title', 'a\u001b]0;TITLE\u0007\u001b[31m'],
	['C1 controls', 'a\u009b31m\u0085b'],
	['NUL, backspace and DEL', 'a\u0000\u0008\u007f'],
	['turned text', 'a\u202egnp.exe\u2066\u200f\u061c'],
	['half a pair', 'a\ud800'],
	['__proto__', '__proto__'],
	['constructor', 'constructor'],
];

/** What no terminal and no line of generated text may get from a name. */
export const STEERING: RegExp =
	// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for
	/[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]/;
