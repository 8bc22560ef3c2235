      subroutine kerf_clear(n)
      integer n, k
@common@
      do k = 1, n*n
        kerf_a(k) = 0d0
      end do
      end

! Solves kerf_a x = kerf_b by Gaussian elimination with row pivoting; x
! replaces kerf_b. The matrix is stored row by row.
      subroutine kerf_solve(n)
      integer n, i, j, k, pivot
      double precision l, t
@common@
      do k = 1, n
        pivot = k
        do i = k + 1, n
          if (abs(kerf_a((i - 1)*n + k)) .gt.
     &      abs(kerf_a((pivot - 1)*n + k))) pivot = i
        end do
        if (.not. abs(kerf_a((pivot - 1)*n + k)) .gt. 0d0) then
          kerf_failed = 1
          return
        end if
        if (pivot .ne. k) then
          do j = 1, n
            t = kerf_a((k - 1)*n + j)
            kerf_a((k - 1)*n + j) = kerf_a((pivot - 1)*n + j)
            kerf_a((pivot - 1)*n + j) = t
          end do
          t = kerf_b(k)
          kerf_b(k) = kerf_b(pivot)
          kerf_b(pivot) = t
        end if
        do i = k + 1, n
          l = kerf_a((i - 1)*n + k)/kerf_a((k - 1)*n + k)
          do j = k + 1, n
            kerf_a((i - 1)*n + j) = kerf_a((i - 1)*n + j)
     &        - l*kerf_a((k - 1)*n + j)
          end do
          kerf_b(i) = kerf_b(i) - l*kerf_b(k)
        end do
      end do
      do k = n, 1, -1
        do j = k + 1, n
          kerf_b(k) = kerf_b(k) - kerf_a((k - 1)*n + j)*kerf_b(j)
        end do
        kerf_b(k) = kerf_b(k)/kerf_a((k - 1)*n + k)
      end do
      end

      double precision function kerf_norm(n)
      integer n, k
@common@
      kerf_norm = 0d0
      do k = 1, n
        kerf_norm = kerf_norm + kerf_r(k)**2
      end do
      kerf_norm = sqrt(kerf_norm)
      end

! Newton's method with a Jacobian by differences and shorter steps where
! a whole one makes things worse. Starts from the present values.
      subroutine kerf_newton(loop)
      integer loop, n, first, i, j, k, z, iteration, halving
      double precision h, norm, size, relative, part, kerf_norm
@common@
@loop_tables@
      double precision from(kerf_max_n), residual(kerf_max_n)
      double precision step(kerf_max_n)
      double precision columns(kerf_max_n, kerf_max_n)
      n = kerf_loops(2*loop - 1)
      first = kerf_loops(2*loop) - 1
      call kerf_eval(100 + loop)
      do iteration = 1, 100
        norm = kerf_norm(n)
        if (norm .eq. 0d0) return
        if (.not. norm .lt. 1d300) go to 10
        do k = 1, n
          residual(k) = kerf_r(k)
          from(k) = w(kerf_unknowns(first + k))
        end do
        do j = 1, n
          z = kerf_unknowns(first + j)
          h = 1d-8*max(abs(from(j)), 1d-3)
          w(z) = from(j) + h
          call kerf_eval(100 + loop)
          do i = 1, n
            columns(i, j) = (kerf_r(i) - residual(i))/h
          end do
          w(z) = from(j)
        end do
        do i = 1, n
          do j = 1, n
            kerf_a((i - 1)*n + j) = columns(i, j)
          end do
          kerf_b(i) = -residual(i)
        end do
        call kerf_solve(n)
        if (kerf_failed .ne. 0) return
        size = 0d0
        do k = 1, n
          step(k) = kerf_b(k)
          relative = abs(step(k))/(abs(from(k)) + 1d-6)
          size = max(size, relative)
        end do
        part = 1d0
        do halving = 1, 30
          do k = 1, n
            w(kerf_unknowns(first + k)) = from(k) + part*step(k)
          end do
          call kerf_eval(100 + loop)
          if (kerf_norm(n) .lt. norm) go to 5
          if (halving .eq. 1 .and. size .lt. 1d-10) go to 5
          part = part/2d0
        end do
    5   continue
        if (size .lt. 1d-10) return
      end do
   10 kerf_failed = 2
      end
