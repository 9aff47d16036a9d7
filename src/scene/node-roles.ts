import { type GeometryRole, type NodeRole, nodeRole } from '../naming/index.ts';
import type { DoorState, WalkmeshKind } from '../walkmesh/index.ts';

/** What a node's own name and the names above and beside it say of the geometry and hooks it holds. */
export interface NodeMeaning {
	/** What the node's own name says. */
	readonly role?: NodeRole;
	/** What geometry of this node belongs to; `area` unless names say otherwise. */
	readonly kind: WalkmeshKind;
	readonly doorState?: DoorState;
	readonly model?: string;
}

/**
 * Reads the names of a tree. A node's own name decides; then the nearest named node above it. `<name>_wg` alone can be
 * a room or a placeable: a placeable or door root above it decides, or hooks of one that hang on the same parent.
 * A hook or a part whose own name tells no model takes the model of the root above it.
 *
 * @param nodes parents may come before or after their children; −1 is no parent
 */
export function nodeMeanings(nodes: readonly { readonly name: string; readonly parent: number }[]): NodeMeaning[] {
	const roles = nodes.map((node) => nodeRole(node.name));
	const hookKinds = new Map<number, 'placeable' | 'door'>();
	for (const [index, role] of roles.entries()) {
		if (role?.role === 'hook') hookKinds.set(nodes[index].parent, role.kind);
	}
	const meanings: NodeMeaning[] = new Array(nodes.length);
	for (const index of parentsFirst(nodes)) {
		const { parent } = nodes[index];
		const above = parent < 0 ? NO_MEANING : meanings[parent];
		meanings[index] = meaning(roles[index], above, hookKinds.get(parent));
	}
	return meanings;
}

const NO_MEANING: NodeMeaning = { kind: 'area' };

function meaning(
	role: NodeRole | undefined,
	above: NodeMeaning,
	beside: 'placeable' | 'door' | undefined,
): NodeMeaning {
	if (role === undefined || role.role === 'marker') {
		const { role: _, ...inherited } = above;
		return role === undefined ? inherited : { ...inherited, role };
	}
	if (role.role === 'hook') return withModel({ role, kind: role.kind }, role.model ?? above.model, role.doorState);
	const kind = geometryKind(role, above, beside);
	const model = kind === 'area' ? role.model : above.kind === kind ? (above.model ?? role.model) : role.model;
	return withModel({ role, kind }, model, role.doorState ?? (kind === 'door' ? above.doorState : undefined));
}

function geometryKind(role: GeometryRole, above: NodeMeaning, beside: 'placeable' | 'door' | undefined): WalkmeshKind {
	if (role.open !== true) return role.kind;
	return above.kind !== 'area' ? above.kind : (beside ?? 'area');
}

function withModel(base: NodeMeaning, model: string | undefined, doorState: DoorState | undefined): NodeMeaning {
	return {
		...base,
		...(model === undefined ? {} : { model }),
		...(doorState === undefined ? {} : { doorState }),
	};
}

/** Node indices, every parent before its children. Nodes on a cycle come last, as if they had no parent. */
export function parentsFirst(nodes: readonly { readonly parent: number }[]): Uint32Array {
	const order = new Uint32Array(nodes.length);
	const placed = new Uint8Array(nodes.length);
	const climb: number[] = [];
	let count = 0;
	for (let index = 0; index < nodes.length; index++) {
		for (let at = index; at >= 0 && placed[at] === 0; at = nodes[at].parent) {
			placed[at] = 1;
			climb.push(at);
		}
		while (climb.length > 0) order[count++] = climb.pop() as number;
	}
	return order;
}
