import { STEERING } from './quote.ts';

const ESCAPES: Readonly<Record<string, string>> = {
	'&': '&amp;',
	'<': '&lt;',
	'>': '&gt;',
	'"': '&quot;',
	"'": '&#39;',
};

/** Characters that XML 1.0 does not allow, or that would change the direction of text: lone surrogates, control and direction characters. */
const UNFIT = new RegExp(`[${STEERING}\\ufffe\\uffff\\p{Cs}]`, 'gu');

const SAFE = /^[\w .,:;#%()/+-]*$/;

/** Escapes text for the content or an attribute of an element; characters that are not allowed become `�`. */
export function escapeXml(text: string): string {
	// Almost all texts need no escaping, and one test is much faster than a search for each character.
	if (SAFE.test(text)) return text;
	return text.replace(UNFIT, '\ufffd').replace(/[&<>"']/g, (character) => ESCAPES[character]);
}

/** The first characters of a text, with `…` where some were left out. */
export function shorten(text: string, most: number): string {
	const characters = [...text];
	return characters.length <= most ? text : `${characters.slice(0, most - 1).join('')}…`;
}

export type Attributes = Readonly<Record<string, string | number | undefined>>;

/** ` name="value"` for each attribute that has a value; numbers in hundredths at most. */
export function attributes(values: Attributes): string {
	let text = '';
	for (const [name, value] of Object.entries(values)) {
		if (value === undefined) continue;
		text += ` ${name}="${typeof value === 'number' ? pixels(value) : escapeXml(value)}"`;
	}
	return text;
}

/** An element; `content` is markup already. */
export function element(name: string, values: Attributes, content?: string): string {
	return content === undefined
		? `<${name}${attributes(values)}/>`
		: `<${name}${attributes(values)}>${content}</${name}>`;
}

/** A group; nothing where it has no content. */
export function group(values: Attributes, content: string): string {
	return content === '' ? '' : `<g${attributes(values)}>\n${content.trimEnd()}\n</g>`;
}

/** Markup in lines, without the empty parts. */
export function joined(parts: readonly string[]): string {
	return parts.filter((part) => part !== '').join('\n');
}

/** A line of text; `text` is not yet escaped. */
export function textElement(x: number, y: number, text: string, values: Attributes = {}): string {
	return element('text', { x, y, ...values }, escapeXml(text));
}

/** A length in pixels, in hundredths at most. */
export function pixels(value: number): string {
	return hundredths(Math.round(value * 100));
}

/** A whole number of hundredths as the shortest decimal. */
export function hundredths(value: number): string {
	return String(value / 100 + 0).replace(/^(-?)0\./, '$1.');
}

/** Fonts of all pictures: those that common systems have. */
const FONTS = "system-ui, 'Segoe UI', 'Helvetica Neue', Arial, 'DejaVu Sans', sans-serif";

/**
 * The beginning of a picture, with title and description for screen readers, and attributes for programs that measure in it.
 * @param own further attributes of the root @param definitions elements that others refer to
 */
export function openPicture(
	[width, height]: readonly [width: number, height: number],
	[title, description]: readonly [title: string, description: string],
	own: Parameters<typeof attributes>[0],
	definitions: string,
	paper: string,
): string[] {
	return [
		`<svg${attributes({
			xmlns: 'http://www.w3.org/2000/svg',
			width,
			height,
			viewBox: `0 0 ${pixels(width)} ${height}`,
			'font-family': FONTS,
			role: 'img',
			'aria-labelledby': 'plan-title plan-counts',
			...own,
		})}>`,
		element('title', { id: 'plan-title' }, escapeXml(title)),
		element('desc', { id: 'plan-counts' }, escapeXml(description)),
		`<defs>\n${definitions}\n</defs>`,
		element('rect', { width, height, fill: paper }),
	];
}
