# Sourced by the launchers: finds a JDK and Maven, builds what is stale, starts the JVM.
# Expects $root (the repository). Works with bash 3.2; starts one process (find) when all is built.

launch_dir=$root/target/launcher

fail() {
  printf 'certosina: %s\n' "$1" >&2
  exit "${2:-1}"
}

# Sets $major to the feature release of the JDK in folder $1, read from its release file because
# starting a JVM to ask would cost more than everything else here. Fails where there is no JDK.
read_major() {
  local line
  major=0
  [[ -n $1 && -x $1/bin/javac && -r $1/release ]] || return 1
  while IFS= read -r line; do
    case $line in
      JAVA_VERSION=*)
        line=${line#*\"}
        line=${line%%[!0-9]*}
        major=${line:-0}
        return 0
        ;;
    esac
  done <"$1/release"
  return 1
}

# Sets $jdk to a JDK 25 or newer: JAVA_HOME, else the usual places (25 itself preferred), else the
# one behind the java on the PATH.
find_jdk() {
  local home newer=''
  if read_major "${JAVA_HOME-}" && ((major >= 25)); then
    jdk=$JAVA_HOME
    return
  fi
  for home in \
    /usr/lib/jvm/* /usr/lib64/jvm/* /usr/java/* /usr/local/java/* /opt/java/* /opt/jdk* /opt/*jdk* \
    "${HOME-}"/.sdkman/candidates/java/* "${HOME-}"/.jdks/* "${HOME-}"/.asdf/installs/java/* \
    "${HOME-}"/.local/share/mise/installs/java/* \
    /Library/Java/JavaVirtualMachines/*/Contents/Home \
    /opt/homebrew/opt/openjdk*/libexec/openjdk.jdk/Contents/Home; do
    read_major "$home" || continue
    if ((major == 25)); then
      jdk=$home
      return
    fi
    ((major < 25)) || newer=$home
  done
  if [[ -z $newer ]] && home=$(command -v java) && home=$(readlink -f "$home" 2>/dev/null) \
    && read_major "${home%/bin/java}" && ((major >= 25)); then
    newer=${home%/bin/java}
  fi
  jdk=$newer
  [[ -n $jdk ]] || fail 'no JDK 25 found: install one (for example Eclipse Temurin 25) and set JAVA_HOME to it'
}

# Runs Maven on $jdk.
maven() {
  command -v mvn >/dev/null || fail 'Maven not found: install Maven 3.8.7 or newer (Debian: apt-get install maven)'
  # The two flags silence the JDK about Maven's own libraries.
  (cd "$root" && JAVA_HOME=$jdk \
    MAVEN_OPTS="--enable-native-access=ALL-UNNAMED --sun-misc-unsafe-memory-access=allow ${MAVEN_OPTS-}" \
    mvn "$@")
}

# Runs the rest of the arguments while holding lock $1, so that concurrent launchers build once.
with_lock() {
  local lock=$launch_dir/$1
  shift
  mkdir -p "$launch_dir"
  if command -v flock >/dev/null; then
    (
      flock -n 9 || {
        printf 'certosina: waiting for another build\n' >&2
        flock 9
      }
      "$@" 9>&-
    ) 9>"$lock"
  else
    until mkdir "$lock.d" 2>/dev/null; do
      # A holder that was killed cannot tidy up; a lock of an hour is taken for abandoned.
      find "$lock.d" -prune -mmin +60 -exec rmdir {} \; 2>/dev/null || :
      sleep 0.2
    done
    (
      trap 'rmdir "$lock.d"' EXIT
      "$@"
    )
  fi
}

# Sets $modules to the modules whose jars set $1 puts on the class path, in build order.
modules_of() {
  case $1 in
    cli) modules='runtime compiler cli' ;;
    peers) modules='runtime compiler peers' ;;
    bench) modules='runtime compiler cli peers bench' ;;
  esac
}

# Sets $folder to the folder of module $1; benchmarks/ leaves the name certosina-bench to the launcher.
folder_of() {
  case $1 in
    bench) folder=$root/benchmarks ;;
    *) folder=$root/certosina-$1 ;;
  esac
}

# Succeeds when set $1 has to be built: never built, a source is newer, or a library is gone.
is_stale() {
  local module folder path stamp=$launch_dir/$1.stamp sources=()
  [[ -e $stamp && -e $launch_dir/$1.cp ]] || return 0
  sources=("$root/pom.xml" "$root/.mvn")
  modules_of "$1"
  for module in $modules; do
    folder_of "$module"
    sources+=("$folder/pom.xml")
    [[ ! -d $folder/src/main ]] || sources+=("$folder/src/main")
  done
  # Folders count too: removing a file changes only its folder.
  [[ -z $(find "${sources[@]}" -newer "$stamp" -print -quit) ]] || return 0
  IFS= read -r path <"$launch_dir/$1.cp"
  local IFS=:
  for path in $path; do
    [[ -e $path ]] || return 0
  done
  return 1
}

# Copies the jars of set $1 to where the JVM runs them from and writes its class path. A jar that
# did not change stays, and a changed one is replaced by renaming, so running JVMs keep theirs.
publish() {
  local module folder built jar libraries own=''
  mkdir -p "$launch_dir/lib"
  modules_of "$1"
  for module in $modules; do
    jar=$launch_dir/lib/certosina-$module.jar
    folder_of "$module"
    # Not the jar of test helpers, whose name ends in "tests".
    built=("$folder/target/quick/certosina-$module"-*[!s].jar)
    if ! cmp -s "${built[0]}" "$jar"; then
      cp "${built[0]}" "$jar.new"
      mv -f "$jar.new" "$jar"
      rm -f "$launch_dir"/*.aot
    fi
    own=$jar${own:+:$own}
  done
  IFS= read -r libraries <"$folder/target/quick/classpath.txt" || :
  printf '%s\n' "$own${libraries:+:$libraries}" >"$launch_dir/$1.cp.new"
  mv -f "$launch_dir/$1.cp.new" "$launch_dir/$1.cp"
}

# Shortens Maven's account on standard input to what a user wants to see: libraries being fetched,
# modules being built, errors.
show_progress() {
  local line
  while IFS= read -r line; do
    case $line in
      *'Downloading from '*.jar) printf 'certosina: fetching %s\n' "${line##*/}" ;;
      '[INFO] Building Certosina '[A-Z]*)
        line=${line#*Building Certosina }
        printf 'certosina: building %s %s\n' "${line%% *}" "${line##* }"
        ;;
      '[ERROR] -> [Help'*) # what follows is advice about Maven
        cat >/dev/null
        return
        ;;
      '[ERROR] '*) printf '%s\n' "${line#* }" ;;
    esac
  done
}

# Builds those of the named sets that are stale; called with the lock held, hence looks again.
build_stale() {
  local set projects='' stale=()
  for set in "$@"; do
    if is_stale "$set"; then
      stale+=("$set")
      projects=${projects:+$projects,}:certosina-$set
    fi
  done
  [[ -n $projects ]] || return 0
  [[ -d $launch_dir/lib ]] || printf 'certosina: first use: fetching libraries and building\n' >&2
  # The time before the build counts, so that a source changed during it is seen next time.
  for set in "${stale[@]}"; do touch "$launch_dir/$set.begun"; done
  set -o pipefail
  maven -B -Dstyle.color=never -Dquick -Dmaven.test.skip=true -Dmaven.compiler.showWarnings=false \
    -pl "$projects" -am package | show_progress >&2 || fail 'the build failed; see above'
  for set in "${stale[@]}"; do
    publish "$set"
    mv -f "$launch_dir/$set.begun" "$launch_dir/$set.stamp"
  done
}

# Replaces this process by the JVM: start MAIN_CLASS "SET…" ARGS…
# With CERTOSINA_AOT=train the run also records an AOT cache, which later runs use.
start() {
  local main=$1 sets=$2 set path class_path='' flags
  shift 2
  find_jdk
  for set in $sets; do
    if is_stale "$set"; then
      # shellcheck disable=SC2086 # a list of plain words
      with_lock build.lock build_stale $sets || exit
      break
    fi
  done
  for set in $sets; do
    IFS= read -r path <"$launch_dir/$set.cp"
    class_path=${class_path:+$class_path:}$path
  done
  # What the JVM itself has to say must not mix with JSON on standard output.
  flags=(-XX:+DisplayVMOutputToStderr -XX:+UseSerialGC -XX:-UsePerfData
    --enable-native-access=ALL-UNNAMED)
  set=${sets%% *}
  if [[ ${CERTOSINA_AOT-} == train ]]; then
    flags+=("-XX:AOTCacheOutput=$launch_dir/$set.aot")
  elif [[ -e $launch_dir/$set.aot ]]; then
    flags+=("-XX:AOTCache=$launch_dir/$set.aot")
  fi
  # Not as an argument: ONNX Runtime 1.29.0 crashes where the command line has 4096 bytes or more.
  export CLASSPATH=$class_path
  # shellcheck disable=SC2086 # several options in one variable
  exec "$jdk/bin/java" "${flags[@]}" ${CERTOSINA_JAVA_OPTIONS-} "$main" "$@"
}
