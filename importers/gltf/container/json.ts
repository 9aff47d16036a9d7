import type { Report } from '../../../src/findings/report.ts';
import { GLTF_FINDINGS } from '../findings.ts';
import { GLTF_LIMITS } from '../options.ts';
import type { Container } from './glb.ts';

/**
 * Parses the JSON of a document. Its nesting is measured first, so that no later step need fear a deep value.
 *
 * @throws InputError when it is not UTF-8, no JSON, too large, too deep, or no object
 */
export function parseJson(container: Container, report: Report): Record<string, unknown> {
	const { json, jsonOffset } = container;
	const fail = (problem: string, at: number): never =>
		report.fail(GLTF_FINDINGS.GLTF_JSON, { offset: jsonOffset + at }, { problem });
	if (json.length > GLTF_LIMITS.jsonBytes) return fail(`is ${json.length} bytes long, more than can be read`, 0);
	const deep = tooDeepAt(json);
	if (deep >= 0) return fail(`is nested more than ${GLTF_LIMITS.jsonDepth} deep`, deep);
	let value: unknown;
	try {
		value = JSON.parse(decodeUtf8(json));
	} catch (error) {
		if (error instanceof SyntaxError)
			return report.fail(GLTF_FINDINGS.GLTF_JSON, jsonPlace(container, error), problemOf(error));
		return fail('is not UTF-8', 0);
	}
	if (typeof value !== 'object' || value === null || Array.isArray(value)) return fail('is no object', 0);
	return value as Record<string, unknown>;
}

function decodeUtf8(bytes: Uint8Array): string {
	return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
}

/** Byte at which the nesting passes the limit, −1 if it never does. Brackets within strings do not count. */
function tooDeepAt(json: Uint8Array): number {
	let depth = 0;
	for (let i = 0; i < json.length; i++) {
		const byte = json[i];
		if (byte === 0x22) {
			i = stringEnd(json, i);
			if (i < 0) return -1;
		} else if (byte === 0x7b || byte === 0x5b) {
			if (++depth > GLTF_LIMITS.jsonDepth) return i;
		} else if (byte === 0x7d || byte === 0x5d) depth--;
	}
	return -1;
}

/** Index of the quote that ends the string beginning at `start`, −1 without one. */
function stringEnd(json: Uint8Array, start: number): number {
	for (let end = json.indexOf(0x22, start + 1); end >= 0; end = json.indexOf(0x22, end + 1)) {
		let backslashes = 0;
		while (json[end - 1 - backslashes] === 0x5c) backslashes++;
		if (backslashes % 2 === 0) return end;
	}
	return -1;
}

function problemOf(error: SyntaxError): { problem: string } {
	// The engine quotes the document, which may be megabytes on one line; what went wrong stands before the quotation.
	const text = error.message.replace(/,? \.{0,3}"[\s\S]*$/, '').replace(/ in JSON at position \d+[\s\S]*$/, '');
	return { problem: `is malformed: ${text.slice(0, 120)}` };
}

function jsonPlace({ json, jsonOffset, isGlb }: Container, error: SyntaxError): Record<string, number> {
	const position = /at position (\d+)/.exec(error.message);
	if (position === null) return {};
	// The position counts UTF-16 units. For the line that is all one: a line end is one unit and one byte.
	const text = decodeUtf8(json).slice(0, Number(position[1]));
	if (isGlb) return { offset: jsonOffset + new TextEncoder().encode(text).length };
	return { line: text.split('\n').length, column: text.length - text.lastIndexOf('\n') };
}
