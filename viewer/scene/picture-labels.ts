import type { Finding } from '../../src/findings/report.ts';
import type { Vec3 } from '../../src/math/vec3.ts';
import type { Picture } from '../core/picture.ts';
import type { ViewState } from '../page/state.ts';

/** A text or a pin at a point of the level. */
export interface Label {
	readonly kind: 'room' | 'link' | 'hook' | 'thing' | 'place' | 'error' | 'warning' | 'info' | 'point' | 'object';
	readonly text: string;
	/** Area space. */
	readonly at: Vec3;
	/** What is read out and shown when it is pointed at. */
	readonly title?: string;
	readonly onClick?: () => void;
}

/** How many findings get a pin at most. */
const PINNED = 400;

/** The labels and pins of the layers that are shown. */
export function labelsOf(
	picture: Pick<Picture, 'parts' | 'links' | 'hooks' | 'things' | 'places'>,
	state: Pick<ViewState, 'layers' | 'hiddenRooms' | 'doors'>,
	findings: { readonly all: readonly Finding[]; readonly open: (finding: Finding) => void },
): Label[] {
	const { layers } = state;
	const labels: Label[] = [];
	if (layers.has('findings')) labels.push(...pinsOf(findings));
	if (layers.has('names')) labels.push(...namesOf(picture, state));
	if (layers.has('links')) {
		for (const { at, target, name, out } of picture.links) {
			const [x, y] = out;
			labels.push({
				kind: 'link',
				text: name === '' ? `→ room ${target}` : `→ ${target} ${name}`,
				at: [at[0] + x * 0.9, at[1] + y * 0.9, at[2]],
			});
		}
	}
	if (layers.has('hooks')) for (const { name, at } of picture.hooks) labels.push({ kind: 'hook', text: name, at });
	if (layers.has('things')) for (const { name, at } of picture.things) labels.push({ kind: 'thing', text: name, at });
	if (layers.has('places'))
		for (const { kind, name, at } of picture.places) labels.push({ kind: 'place', text: `${kind} ${name}`, at });
	return labels;
}

function pinsOf({ all, open }: Parameters<typeof labelsOf>[2]): Label[] {
	return all.slice(0, PINNED).flatMap((finding): Label[] => {
		const { severity, location, message } = finding;
		if (location.at === undefined || severity === 'info') return [];
		const kind = severity === 'warning' ? 'warning' : 'error';
		return [{ kind, text: '!', at: location.at, title: message, onClick: () => open(finding) }];
	});
}

/** Names of rooms that are shown, and of objects; of a door in the state that is shown, and where it is closed. */
function namesOf(
	{ parts }: Pick<Picture, 'parts'>,
	{ layers, hiddenRooms, doors }: Parameters<typeof labelsOf>[1],
): Label[] {
	return parts.flatMap(({ kind, name, middle, state }): Label[] => {
		if (middle === undefined || (kind === 'room' ? hiddenRooms.has(name) : !layers.has('objects'))) return [];
		if (kind === 'door' && (state ?? 'closed') !== 'closed' && doors !== 'all' && state !== doors) return [];
		const text = state === undefined ? name : `${name} (${state})`;
		return [{ kind: kind === 'room' ? 'room' : 'object', text, at: middle }];
	});
}
