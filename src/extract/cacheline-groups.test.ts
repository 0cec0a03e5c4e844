import { expect, test } from 'vitest'
import { judgeFixture, splitFixtures } from '../../tests/judgement-fixtures.ts'

/** Roles that a patch states for members, by name. */
async function rolesOf(diff: string): Promise<Record<string, string>> {
  const [fixture] = splitFixtures(`=== t | yes | -\naqua: group the members of tank\n\nGroup them.\n${diff}`)
  if (!fixture) throw new Error('no fixture')
  const { judgement } = await judgeFixture(fixture.mail)
  const stated = (judgement?.members ?? []).filter((member) => member.roleFrom === 'stated')
  for (const member of stated) expect(member.sources).not.toEqual([])
  return Object.fromEntries(stated.map((member) => [`${member.struct}.${member.name}`, member.role]))
}

test('findGroupedMembers: assertions of a group, one broken over two lines -> the role of the group', async () => {
  expect(
    await rolesOf(`diff net/aqua/tank.c
@@
+	CACHELINE_ASSERT_GROUP_MEMBER(struct tank, tank_read_tx, t_level);
+	CACHELINE_ASSERT_GROUP_MEMBER(struct tank, tank_write_txrx,
+				      t_fish);
+	CACHELINE_ASSERT_GROUP_SIZE(struct tank, tank_read_tx, 24);
`),
  ).toEqual({ 'tank.t_level': 'read-mostly', 'tank.t_fish': 'write-hot' })
})

test('findGroupedMembers: members between group marks -> their roles; a member outside has none', async () => {
  expect(
    await rolesOf(`diff include/aqua/tank.h
@@
 struct tank {
+	__cacheline_group_begin(tank_read_rx);
+	unsigned long t_level;
+	struct valve *t_valve;
+	__cacheline_group_end(tank_read_rx);
 	char t_label[16];
-	unsigned long t_level;
 };
`),
  ).toEqual({ 'tank.t_level': 'read-mostly', 'tank.t_valve': 'read-mostly' })
})

test('findGroupedMembers: rows of a net_cachelines table -> roles of the struct of the file', async () => {
  expect(
    await rolesOf(`diff Documentation/networking/net_cachelines/tank.rst
@@
+unsigned_long:32                    t_level                read_mostly                             tank_xmit(tx)
+struct_fish*                        t_fish                                     read_write          tank_rcv(rx)
+int                                 t_spare
`),
  ).toEqual({ 'tank.t_level': 'read-mostly', 'tank.t_fish': 'write-hot' })
})
