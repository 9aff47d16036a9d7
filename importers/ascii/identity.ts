import type { BannerMark } from '../../src/ascii/index.ts';
import { type GeometryRole, nodeRole } from '../../src/naming/index.ts';
import type { DoorState, WalkmeshKind } from '../../src/walkmesh/index.ts';
import type { AsciiDocument, AsciiNode } from './document.ts';
import type { HookIndex } from './hooks.ts';
import type { AsciiOptions } from './options.ts';

/** What a walkmesh node is. */
export interface Identity {
	readonly kind: WalkmeshKind;
	readonly doorState: DoorState | undefined;
	/** What the text calls the room or model; empty where it does not. */
	readonly model: string;
	/** True when no name tells the state of a door. */
	readonly stateAssumed: boolean;
}

/**
 * What a node is: by wokflow's own mark; by the names of the node and its parent; by the type `aabb`, which only rooms have;
 * by the caller; by comments, room links and hooks elsewhere in the text.
 */
export function identify(node: AsciiNode, document: AsciiDocument, hooks: HookIndex, options: AsciiOptions): Identity {
	const banner = bannerOf(node);
	if (banner !== undefined) {
		return { kind: banner.kind, doorState: banner.doorState, model: banner.name, stateAssumed: false };
	}
	const role = geometryRole(node.name);
	const above = geometryRole(node.parent);
	const kind = kindByNames(node, role, above) ?? options.kind ?? kindByText(node, document, hooks);
	const state = kind === 'door' ? (role?.doorState ?? above?.doorState) : undefined;
	return {
		kind,
		doorState: kind === 'door' ? (state ?? 'closed') : undefined,
		model:
			node.whole ||
			role?.model ||
			above?.model ||
			modelOfParent(node, document) ||
			(role === undefined ? node.name : ''),
		stateAssumed: kind === 'door' && state === undefined,
	};
}

/** The mark that says what a node is; of several the last one counts. */
export function bannerOf(node: AsciiNode): BannerMark | undefined {
	return node.marks.findLast((mark) => mark.mark === 'banner');
}

function kindByNames(
	node: AsciiNode,
	role: GeometryRole | undefined,
	above: GeometryRole | undefined,
): WalkmeshKind | undefined {
	if (above?.role === 'root') return above.kind;
	// A room may be called `plc_…`, and `<name>_wg` is used for rooms and placeables alike; the type decides.
	const plain = role?.kind === 'placeable' && !/pwk/i.test(node.name);
	if (node.type === 'aabb' && (role === undefined || plain)) return 'area';
	return role?.open ? undefined : role?.kind;
}

function kindByText(node: AsciiNode, { hints }: AsciiDocument, hooks: HookIndex): WalkmeshKind {
	if (node.type === 'aabb' || node.links !== undefined) return 'area';
	if (hints.has('PWKMESH')) return 'placeable';
	if (hints.has('DWKMESH')) return 'door';
	if (hints.has('WOKMESH') || hints.has('MAXWALKMESH')) return 'area';
	return hooks.onlyKind ?? 'area';
}

/** A parent that is no node of the text is the model. */
function modelOfParent({ parent }: AsciiNode, document: AsciiDocument): string {
	if (parent === '' || /^null$/i.test(parent)) return '';
	return document.byName.has(parent.toLowerCase()) ? '' : parent;
}

function geometryRole(name: string): GeometryRole | undefined {
	const role = nodeRole(name);
	return role?.role === 'geometry' || role?.role === 'root' ? role : undefined;
}
