/** What code in a work tree may try in order to get out, and what it is answered. */

export interface EscapeAttempt {
  name: string
  /** For `sh -c`. */
  command: string
  /** What it says then: it failed for this reason, and not because the attempt itself is wrong. */
  refusal: RegExp
}

/** Things of the machine that must stay out of reach. */
export interface Outside {
  serverPid: number
  secretFile: string
  secretFolder: string
  sharedMemoryFile: string
  tcpPort: number
  udpPort: number
  socketFile: string
  abstractSocket: string
}

const MISSING = /No such file or directory|ENOENT/
const DENIED = /Operation not permitted|Permission denied|EPERM|EACCES|must be superuser|Invalid argument/
const READ_ONLY = /Read-only file system|EROFS/
const NOWHERE = /ECONNREFUSED|ENETUNREACH|EHOSTUNREACH/

const NUMBERS = {
  x64: { ptrace: 101, add_key: 248, keyctl: 250, bpf: 321, perf_event_open: 298, userfaultfd: 323 },
  arm64: { ptrace: 117, add_key: 217, keyctl: 219, bpf: 280, perf_event_open: 241, userfaultfd: 282 },
} as const
const MORE_NUMBERS = {
  x64: {
    memfd: 319,
    shared: 29,
    messages: 68,
    handle: 304,
    setns: 308,
    clone: 56,
    umount: 166,
    kexec: 246,
    reboot: 169,
    vm_read: 310,
  },
  arm64: {
    memfd: 279,
    shared: 194,
    messages: 186,
    handle: 265,
    setns: 268,
    clone: 220,
    umount: 39,
    kexec: 104,
    reboot: 142,
    vm_read: 270,
  },
} as const

/** By a raw call of the kernel: libraries may refuse what the kernel would do. */
const raw = (call: number, words: string) =>
  `perl -e 'my $text = "/usr"; my $r = syscall(${call}, ${words}); die "$!\\n" if $r < 0; print "done\\n"'`
const write = (path: string, text = 'x') => `echo ${text} > ${path}`
const nodeSays = (code: string) => `node -e "${code}"`
const connect = (target: string) =>
  nodeSays(
    `require('net').connect(${target}).on('connect', () => console.log('connected')).on('error', (e) => console.log(e.code)).setTimeout(2000, () => process.exit())`,
  )

export function escapeAttempts(outside: Outside): EscapeAttempt[] {
  const processor = process.arch === 'x64' ? 'x64' : 'arm64'
  const number = { ...NUMBERS[processor], ...MORE_NUMBERS[processor] }
  const { serverPid, secretFile, secretFolder, sharedMemoryFile } = outside
  const all: [name: string, command: string, refusal: RegExp][] = [
    // Files.
    ['read the passwords of the machine', 'cat /etc/shadow', MISSING],
    ['read keys of certificates', 'ls /etc/ssl/private/ /etc/pki/tls/private/', MISSING],
    ['read a file of the server', `cat ${secretFile}`, MISSING],
    ['list the folder of the server', `ls ${secretFolder}`, MISSING],
    ['follow a link that came with the tree', 'cat link-to-secret', MISSING],
    ['list a folder by a link that came with the tree', 'ls link-to-folder/', MISSING],
    ['write by a link made here', `ln -s /usr/bin/evil made-link && ${write('made-link')}`, READ_ONLY],
    ['go up from the tree', 'cat /work/../../etc/shadow', MISSING],
    ['write above the tree', `${write('/work/../evil')}`, READ_ONLY],
    ['write a program', `${write('/usr/bin/evil')}`, READ_ONLY],
    ['replace node', `cp /bin/sh /tools/bin/node`, /Read-only|Text file busy/],
    ['write the list of people', `${write('/etc/passwd')}`, READ_ONLY],
    ['link a program into the tree', 'ln /usr/bin/env own-env', /cross-device|not permitted/],
    ['read shared memory of the machine', `cat ${sharedMemoryFile}`, MISSING],
    ['see temporary files of the machine', 'ls -A /tmp | grep . || echo nothing', /^nothing$/],
    ['read the settings of the server', 'cat /root/.profile /home/*/.ssh/id_*', MISSING],
    ['go through the root of the first process', `cat /proc/1/root${secretFile}`, MISSING],
    ['go through the folder of the first process', 'cat /proc/1/cwd/etc/shadow', MISSING],
    ['run a program outside by its first line', './outside-script', /not found|No such file/],
    ['own a file as root', 'touch mine && chown 0:0 mine', DENIED],
    // Other processes, and the server.
    ['read the environment of the server', `cat /proc/${serverPid}/environ`, MISSING],
    ['read the memory of the server', `cat /proc/${serverPid}/mem`, MISSING],
    ['kill the server', `kill -9 ${serverPid}`, /No such process/],
    ['see other processes', 'ls -d /proc/[0-9]* | wc -l | grep -q "^[0-9]$" && echo few', /^few$/],
    ['read the words of bubblewrap', `tr '\\0' '\\n' < /proc/1/cmdline | grep -c -x -e --bind`, /^0$/],
    ['trace the first process', raw(number.ptrace, '16, 1, 0, 0'), DENIED],
    ['read the memory of the first process', raw(number.vm_read, '1, 0, 0, 0, 0, 0'), DENIED],
    [
      'use open files of the server',
      'ls -l /proc/self/fd > opened; grep -v "/dev/null\\|socket:\\|total\\|/proc/\\|/work/opened" opened || echo none',
      /^none$/,
    ],
    ['become root', `perl -e '$< = 0; $> = 0; die "$!\\n" if $<; print "root\\n"'`, DENIED],
    ['run a program as its owner', 'cp /usr/bin/id own-id; chmod u+s own-id; ./own-id -u', /^1000$/],
    ['gain rights by a program', 'grep NoNewPrivs /proc/self/status', /^NoNewPrivs:\s*1$/],
    ['have any right', 'grep CapBnd /proc/self/status', /^CapBnd:\s*0+$/],
    // The kernel.
    ['make a device', 'mknod disk b 8 0', DENIED],
    ['make the device of the memory', 'mknod memory c 1 1', DENIED],
    ['read the memory of the machine', 'cat /dev/mem', MISSING],
    ['read the disk of the machine', 'cat /dev/sda /dev/vda', MISSING],
    ['read what the kernel says', 'cat /dev/kmsg', MISSING],
    ['mount', 'mkdir m; mount -t tmpfs none m', /denied|not permitted|superuser/],
    ['bind a folder', 'mkdir -p b; mount --bind /usr b', /denied|not permitted|superuser/],
    ['let programs be written', 'mount -o remount,rw /usr', /denied|not permitted|superuser/],
    ['take away a mount', raw(number.umount, '$text, 2'), DENIED],
    ['change the root', '/usr/sbin/chroot / /bin/true', DENIED],
    ['make a user namespace', 'unshare -r id', DENIED],
    ['make a mount namespace', 'unshare -m id', DENIED],
    ['make a network namespace', 'unshare -n id', DENIED],
    ['make a namespace by clone', raw(number.clone, '0x10000011, 0, 0, 0, 0'), DENIED],
    [
      'enter a namespace',
      `perl -e 'open F, "</proc/1/ns/mnt" or die "$!\\n"; syscall(${number.setns}, fileno(F), 0) == 0 or die "$!\\n"'`,
      DENIED,
    ],
    ['change a setting of the kernel', `${write('/proc/sys/vm/swappiness', '60')}`, READ_ONLY],
    ['change what runs at a crash', `${write('/proc/sys/kernel/core_pattern', 'core')}`, READ_ONLY],
    ['press a magic key', `${write('/proc/sysrq-trigger', 'h')}`, /Read-only|nonexistent|denied/],
    ['escape the killer of processes', `${write('/proc/self/oom_score_adj', '-1000')}`, /Read-only|denied/],
    ['read the memory of the kernel', 'head -c 1 /proc/kcore', /No such file|not permitted|denied/],
    ['read messages of the kernel', 'head -c 1 /proc/kmsg', DENIED],
    ['see control groups', 'ls /sys/fs/cgroup', MISSING],
    ['add a key', raw(number.add_key, '$text, $text, $text, 1, -2'), DENIED],
    ['read keys', raw(number.keyctl, '0, -3, 0'), DENIED],
    ['load a program into the kernel', raw(number.bpf, '0, 0, 0'), DENIED],
    ['measure others', raw(number.perf_event_open, '0, -1, 0, -1, 0'), DENIED],
    ['handle page faults', raw(number.userfaultfd, '0'), DENIED],
    ['use rings', raw(425, '1, 0'), DENIED],
    ['take memory of nobody', raw(number.memfd, '$text, 0'), DENIED],
    ['take shared memory', raw(number.shared, '0, 4096, 0x3b6'), DENIED],
    ['leave messages in memory', raw(number.messages, '0, 0x3b6'), DENIED],
    ['open a file by its handle', raw(number.handle, '0, 0, 0'), DENIED],
    ['load another kernel', raw(number.kexec, '0, 0, 0, 0'), DENIED],
    ['restart the machine', raw(number.reboot, '0, 0, 0, 0'), DENIED],
    ['set the time', 'date -s 2001-01-01', DENIED],
    ['set the name of the machine', 'hostname evil', /not permitted|must be root|not found/],
    [
      'type for a person',
      `perl -e 'my $c = "x"; ioctl(STDIN, 0x5412, $c) or die "$!\\n"; print "typed\\n"'`,
      /not permitted|Inappropriate|Input\/output/,
    ],
    ['open the terminal of a person', ': < /dev/tty', /No such device|cannot open/],
    // Bounds.
    ['be more important', 'nice -n -20 true && test "$(nice)" -lt 0 && echo important || echo not', /not$/],
    ['raise the bound on files', 'ulimit -n 1000000', DENIED],
    [
      'raise the bound on processes',
      'ulimit -p 1000000 || ulimit -u 1000000',
      /not permitted|error setting|denied/,
    ],
    [
      'write a larger file',
      'head -c 9000000 /dev/zero > large; wc -c < large',
      /^(?:File size limit exceeded.*\n)?8388608$/m,
    ],
    ['fill memory by temporary files', 'head -c 9000000 /dev/zero > /tmp/large', /No space left/],
    ['fill memory by shared memory', 'head -c 9000000 /dev/zero > /dev/shm/large', /No space left/],
    ['fill memory by the home', 'head -c 9000000 /dev/zero > ~/large', /No space left/],
    ['fill memory by devices', 'head -c 9000000 /dev/zero > /dev/large', READ_ONLY],
    [
      'open too many files',
      `perl -e 'while (open my $f, "<", "/dev/null") { push @f, $f } die "$!\\n" if @f < 2000'`,
      /Too many open files/,
    ],
    [
      'take too much memory',
      `perl -e 'my $x = "a" x (1500 << 20); print "taken\\n"'`,
      /Out of memory|panic|Killed/i,
    ],
    // The network.
    ['reach a server of the machine', connect(`${outside.tcpPort}, '127.0.0.1'`), NOWHERE],
    [
      'reach it by the other address',
      connect(`${outside.tcpPort}, '::1'`),
      /ECONNREFUSED|EADDRNOTAVAIL|ENETUNREACH/,
    ],
    ['reach a socket in the file system', connect(`'${outside.socketFile}'`), MISSING],
    ['reach an abstract socket', connect(`'\\\\0${outside.abstractSocket}'`), /ECONNREFUSED/],
    ['reach the network', connect(`80, '192.0.2.1'`), NOWHERE],
    ['reach the service of the cloud', connect(`80, '169.254.169.254'`), NOWHERE],
    [
      'send a datagram',
      nodeSays(
        `const s = require('dgram').createSocket('udp4'); s.send('escaped', ${outside.udpPort}, '127.0.0.1', () => { console.log('sent nowhere'); s.close() })`,
      ),
      /sent nowhere/,
    ],
    [
      'ask for a name',
      nodeSays(`require('dns').lookup('example.com', (e) => console.log(e.code))`),
      /ENOTFOUND|EAI_AGAIN/,
    ],
    [
      'reach the host of a virtual machine',
      `perl -e 'socket(my $s, 40, 1, 0) or die "$!\\n"; print "open\\n"'`,
      /not supported/,
    ],
    [
      'listen to all packets',
      `perl -e 'socket(my $s, 17, 3, 3) or die "$!\\n"; print "open\\n"'`,
      /not supported/,
    ],
    ['send raw packets', `perl -e 'socket(my $s, 2, 3, 1) or die "$!\\n"; print "open\\n"'`, DENIED],
  ]
  return all.map(([name, command, refusal]) => ({ name, command, refusal }))
}
