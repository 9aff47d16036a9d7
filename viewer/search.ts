import type { Finding } from '../src/findings/report.ts';

/** What somebody typed into the search. */
export type Search =
	| { readonly kind: 'face'; readonly room: number; readonly face: number }
	| { readonly kind: 'point'; readonly at: readonly number[] }
	| { readonly kind: 'room'; readonly room: number }
	| { readonly kind: 'finding'; readonly finding: Finding }
	| { readonly kind: 'nothing'; readonly why: string };

const NUMBER = String.raw`[+-]?\d+(?:\.\d+)?(?:e[+-]?\d+)?`;
const POINT = new RegExp(String.raw`^(${NUMBER})(?:\s*[,;]\s*|\s+)(${NUMBER})(?:(?:\s*[,;]\s*|\s+)(${NUMBER}))?$`, 'i');

/** Understands `room:face`, `x y`, `x,y,z`, the name or number of a room, words or the code of a finding. */
export function understand(text: string, rooms: readonly string[], findings: readonly Finding[]): Search {
	const wanted = text.trim();
	if (wanted === '') return { kind: 'nothing', why: 'Type room:face, x y, a room, or words of a finding.' };
	const point = POINT.exec(wanted);
	if (point !== null)
		return {
			kind: 'point',
			at: point
				.slice(1)
				.filter((part) => part !== undefined)
				.map(Number),
		};
	const face = /^(.*):\s*(\d+)$/.exec(wanted);
	if (face !== null) {
		const room = roomOf(face[1].trim(), rooms);
		return room < 0
			? { kind: 'nothing', why: `There is no room "${face[1].trim()}".` }
			: { kind: 'face', room, face: Number(face[2]) };
	}
	const room = roomOf(wanted, rooms);
	if (room >= 0) return { kind: 'room', room };
	const lower = wanted.toLowerCase();
	const finding = findings.find(
		({ code, message }) => code.toLowerCase() === lower || message.toLowerCase().includes(lower),
	);
	return finding === undefined
		? { kind: 'nothing', why: `Nothing here is called "${wanted}".` }
		: { kind: 'finding', finding };
}

/** By name, by number, or by what only one name begins with or has in it. */
function roomOf(text: string, rooms: readonly string[]): number {
	const lower = text.toLowerCase();
	if (lower === '') return rooms.length === 1 ? 0 : -1;
	const exact = rooms.findIndex((room) => room.toLowerCase() === lower);
	if (exact >= 0) return exact;
	if (/^\d+$/.test(lower) && Number(lower) < rooms.length) return Number(lower);
	const found = rooms.flatMap((room, index) => (room.toLowerCase().includes(lower) ? [index] : []));
	return found.length === 1 ? found[0] : -1;
}
